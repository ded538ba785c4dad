import type { Component } from 'svelte';
import type { Life } from './campaign/model';
import type { ScorePart } from '../protocol';
import type { RoomStore } from '../store/room.svelte';
import type { Around } from '../surface/around';
import type { AnyFact, Notice, Telling } from '../store/fold';
import type { Fold, Timeline } from '../store/timeline.svelte';
import type { Comic } from './comic/comic';
import type { Presented } from './house/presented.svelte';

/**
 * What every panel of a ruleset is given. `room.timeline.shown` is the view to draw; `session` is the ruleset's
 * own state that its panels share (what is picked on the board, the ghost of a plan).
 */
export interface PanelProps<V = unknown, N = unknown, S = unknown> {
  room: RoomStore<V, N>;
  session: S;
  /** The system as it presents itself. */
  house: Presented;
  /** For the board: what goes on around it. */
  around?: Around;
}

/** What the band-making panel is given, before the game. */
export interface CreationProps {
  /** The system as it presents itself. */
  house: Presented;
  /** Scenario, seats, members of a band, as the host chose them; no seats where no game is at hand. */
  scenario: string;
  seats?: number;
  size: number;
  /** Seat one plays for. */
  seat: number;
  /** The band goes into a campaign, not into a single game. */
  campaign?: boolean;
  /** How many ready-made ones are passed over beside the seat, so that two who have no seats are not both proposed the first. */
  from?: number;
  /** Names of bands that others have brought: none of them is proposed. */
  taken?: readonly string[];
  /** What was brought before, the ruleset's type; `null` when nothing was. */
  band: unknown;
  /** Brings it, or takes it back with `null`. The answer holds the refusal in words, if there is one. */
  bring: (band: unknown) => Promise<{ refusal: string | null }>;
  /** What only this system knows of the terms, such as the era; `Settings.more`. */
  more?: unknown;
  /** Key under which a half-written band is kept in the browser. */
  draftKey: string;
}

/** What the panel of a band of a campaign is given. */
export interface BandProps {
  /** The ruleset's type. */
  band: unknown;
  /** Whose colour it is drawn in. */
  seat: number;
  /** What history says of each member, by its number in the band. */
  lives: ReadonlyMap<number, Life>;
}

/** What the panel of the terms that only this system knows is given. */
export interface TermsProps {
  scenario: string;
  /** `Settings.more`. */
  more: unknown;
  /** Bands of a campaign that will meet, the ruleset's type; empty where none are known. */
  bands: readonly unknown[];
  onchange: (more: unknown) => void;
}

/** What comes before a game of a system. */
export interface RulesetSetup {
  house: Presented;
  /** Making a band. */
  Creation: Component<CreationProps>;
  /** A band of a campaign with the history of its members; only where there are campaigns. */
  Band?: Component<BandProps>;
  /** Terms that only this system knows; nothing where there are none. */
  Terms?: Component<TermsProps>;
}

/** What a system brings of that itself, where the house's own does not do: the default export of `src/ui/<ruleset>/setup.ts`. */
export type OwnSetup = Partial<Omit<RulesetSetup, 'house'>>;

/** Pages that a system has beside its tables, by the name of their route: the default export of `src/ui/<ruleset>/pages.ts`. */
export type OwnPages = Readonly<Record<string, () => Promise<{ default: Component<{ id?: string }> }>>>;

/** The table of a system: what it brings itself, and the panels of the house for the rest. */
export interface RulesetUi<V = unknown, N = unknown, S = unknown> {
  house: Presented;
  fold: Fold<V, N>;
  /** State shared by the panels of one open table. Called inside a component, so it may use `$effect`. */
  session: (room: RoomStore<V, N>) => S;
  /** The board; fills its parent. */
  Board: Component<PanelProps<V, N, S>>;
  /** Characters of all bands in rank order, one glance each. Left column; "players" tab on a phone. */
  Ranks: Component<PanelProps<V, N, S>>;
  /** What the player writes: the programming sheet, a rewrite. Also says what one can do when nothing is asked. */
  Orders: Component<PanelProps<V, N, S>>;
  /** One quick decision, with its clock in place of the panels beside the board. Shown only while one is asked of us. */
  Question: Component<PanelProps<V, N, S>>;
  /** What happened, up to the playhead. */
  Log: Component<PanelProps<V, N, S>>;
  /** Players write sheets that are turned over together, and may rewrite them: what one waits for is told so. */
  sheets?: boolean;
  /**
   * The question to us in two lines, what is asked and what happens when time runs out. The frame has words of its own where there is
   * none. What others are asked the texts of the system say ({@link Presented.pending}).
   */
  asked?: (ask: unknown, view: V, player: (seat: number) => string) => readonly [string, string] | null;
  /** One line that says where the game stands, such as "Turn 3 · sequence 2 · rank 4". */
  moment: (view: V) => string;
  /** Names of the bands by seat, where a player's name alone does not say which. */
  bands?: (view: V) => readonly string[];
  /** How the points of a seat came about, in games of before the server told it; nothing where the log alone tells it. */
  count?: (timeline: Timeline<V, N>, seat: number) => readonly ScorePart[] | null;
  /** How its facts are told in comic panels, fetched when the first is drawn. */
  comic?: () => Promise<{ default: Comic }>;
  /** What else the players must know about how the game ended, in words; `null` for nothing. */
  verdict?: (timeline: Timeline<V, N>) => string | null;
}

/**
 * What a system brings to the table itself, where the house's own does not do: the default export of `src/ui/<ruleset>/index.ts`,
 * loaded when a table or a replay of it opens. None of it is needed.
 */
export type OwnUi<V = unknown, F extends AnyFact = AnyFact, S = unknown> = Partial<Omit<RulesetUi<V, Notice<F>, S>, 'house' | 'fold'>> & {
  /** What it tells otherwise than its data say. */
  telling?: Telling<F>;
};
