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
 * The props of every panel of a ruleset. `room.timeline.shown` is the view to draw; `session` is the ruleset's
 * own state that its panels share (the selection on the board, the preview of a plan).
 */
export interface PanelProps<V = unknown, N = unknown, S = unknown> {
  room: RoomStore<V, N>;
  session: S;
  /** The presentation of the system. */
  house: Presented;
  /** For the board: the page around it. */
  around?: Around;
}

/** The props of the panel that makes a band, before the game. */
export interface CreationProps {
  /** The presentation of the system. */
  house: Presented;
  /** Scenario, number of seats and members of a band, as the host chose them; without a game there is no number of seats. */
  scenario: string;
  seats?: number;
  size: number;
  /** The seat that the band is made for. */
  seat: number;
  /** Whether the band is for a campaign rather than for a single game. */
  campaign?: boolean;
  /** Offset into the ready-made bands, added to the seat, so that two players without seats are not both offered the first. */
  from?: number;
  /** Names of the bands that other players have brought: they are not offered. */
  taken?: readonly string[];
  /** The band that was brought before, of the ruleset's type; `null` for none. */
  band: unknown;
  /** Sends a band to the server; `null` withdraws it. The answer holds the text of the refusal, if there is one. */
  bring: (band: unknown) => Promise<{ refusal: string | null }>;
  /** The terms that only this system has, such as the era: `Settings.more`. */
  more?: unknown;
  /** The key under which the draft of a band is stored in the browser. */
  draftKey: string;
}

/** The props of the panel that shows a band of a campaign. */
export interface BandProps {
  /** The ruleset's type. */
  band: unknown;
  /** The seat whose colour the band is drawn in. */
  seat: number;
  /** The history of each member, by its number in the band. */
  lives: ReadonlyMap<number, Life>;
}

/** The props of the panel for the terms that only this system has. */
export interface TermsProps {
  scenario: string;
  /** `Settings.more`. */
  more: unknown;
  /** Bands of a campaign that play the next game, of the ruleset's type; empty where they are not known. */
  bands: readonly unknown[];
  onchange: (more: unknown) => void;
}

/** The panels of a system before a game. */
export interface RulesetSetup {
  house: Presented;
  /** The panel that makes a band. */
  Creation: Component<CreationProps>;
  /** The panel of a band of a campaign with the history of its members; only where the system has campaigns. */
  Band?: Component<BandProps>;
  /** The panel of the terms that only this system has, if it has any. */
  Terms?: Component<TermsProps>;
}

/** The panels before a game that a system has itself, in place of those of the house: the default export of `src/ui/<ruleset>/setup.ts`. */
export type OwnSetup = Partial<Omit<RulesetSetup, 'house'>>;

/** Additional pages of a system, by the names of their routes: the default export of `src/ui/<ruleset>/pages.ts`. */
export type OwnPages = Readonly<Record<string, () => Promise<{ default: Component<{ id?: string }> }>>>;

/** The table of a system: its own panels, and those of the house for the rest. */
export interface RulesetUi<V = unknown, N = unknown, S = unknown> {
  house: Presented;
  fold: Fold<V, N>;
  /** Makes the state shared by the panels of one open table. Called inside a component, so it may use `$effect`. */
  session: (room: RoomStore<V, N>) => S;
  /** The board; fills its parent. */
  Board: Component<PanelProps<V, N, S>>;
  /** The characters of all bands in rank order, in brief. Left column; "players" tab on a phone. */
  Ranks: Component<PanelProps<V, N, S>>;
  /** The orders of the player: the programming sheet, a rewrite. Without a question it says what the player can do. */
  Orders: Component<PanelProps<V, N, S>>;
  /** One quick decision, with its clock in place of the panels beside the board. Rendered only while our seat is asked one. */
  Question: Component<PanelProps<V, N, S>>;
  /** The story of the game up to the playhead. */
  Log: Component<PanelProps<V, N, S>>;
  /** Whether players write sheets that are revealed together and may be rewritten: the texts for waiting players say so. */
  sheets?: boolean;
  /**
   * Returns the question to our seat in two lines: what is asked, and what happens when time runs out. For `null` the frame has its own
   * words. Questions to other seats are in the texts of the system ({@link Presented.pending}).
   */
  asked?: (ask: unknown, view: V, player: (seat: number) => string) => readonly [string, string] | null;
  /** Returns the state of the game in one line, such as "Turn 3 · sequence 2 · rank 4". */
  moment: (view: V) => string;
  /** Returns the names of the bands by seat, where a player's name does not identify the band. */
  bands?: (view: V) => readonly string[];
  /** Returns the parts of a seat's score, for games from before the server sent them; `null` where only the log shows them. */
  count?: (timeline: Timeline<V, N>, seat: number) => readonly ScorePart[] | null;
  /** Loads the comic of the system, which draws its facts as panels; called when the first is drawn. */
  comic?: () => Promise<{ default: Comic }>;
  /** Returns what else players need to know about the end of the game, in words; `null` for nothing. */
  verdict?: (timeline: Timeline<V, N>) => string | null;
}

/**
 * The parts of the table that a system has itself, in place of those of the house: the default export of `src/ui/<ruleset>/index.ts`,
 * loaded when a table or a replay of it opens. All of them are optional.
 */
export type OwnUi<V = unknown, F extends AnyFact = AnyFact, S = unknown> = Partial<Omit<RulesetUi<V, Notice<F>, S>, 'house' | 'fold'>> & {
  /** The exceptions to how its data are read. */
  telling?: Telling<F>;
};
