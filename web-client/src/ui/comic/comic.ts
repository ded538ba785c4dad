/** A game as comic panels: what a system says of its facts, and what one panel shows. No rule and no system is known here. */
import type { Component } from 'svelte';
import type { Weight } from '../../protocol';
import type { AnyFact } from '../../store/fold';
import type { DieShow } from '../../surface/dice';

/** Somebody in a panel, by the number a system gives its people. */
export type Who = number;

/** What one fact adds to a panel. */
export interface Part {
  /** It begins a panel of its own, unless the open one waits for just this. */
  readonly begins?: boolean;
  /** It is the blow itself: a panel has one. */
  readonly blow?: boolean;
  /** Who acts, and upon whom. */
  readonly who?: Who | undefined;
  readonly target?: Who | undefined;
  /** Whom it befalls: it belongs to an open panel of theirs, else to one of their own. */
  readonly befalls?: Who | undefined;
  /** The sound, such as PAF, and its strength, 1 to 3. */
  readonly word?: string | undefined;
  readonly force?: number | undefined;
  readonly dice?: DieShow | undefined;
  /** Codes of what is struck with, and where: the system draws them. */
  readonly weapon?: string | undefined;
  readonly limb?: string | undefined;
  /** A few words on a tag, such as the points lost. */
  readonly note?: string | undefined;
  /** What it counts for, in numbers of the system's own: the harm of a blow, the stars somebody sees, how funny a fall is. */
  readonly harm?: number;
  readonly stars?: number;
  readonly fall?: number;
}

/** What a beat of the board tells of a fact as well. */
export const toldBy = (beat: Pick<Part, 'word' | 'force' | 'dice' | 'note'> | undefined): Pick<Part, 'word' | 'force' | 'dice' | 'note'> => ({
  word: beat?.word,
  force: beat?.force,
  dice: beat?.dice,
  note: beat?.note,
});

/** Ends the open panel. */
export const END = 'end';

/** A die that a side has thrown: the share of throws that it beats, ties counted half. */
export interface Luck {
  readonly seat: number;
  readonly share: number;
}

/** Somebody as a panel shows them. */
export interface Person {
  readonly name: string;
  readonly letter: string;
  readonly seat: number | null;
}

/** What a fact says in the story. */
export interface Caption {
  readonly text: string;
  readonly weight: Weight;
}

export interface FaceProps {
  view: unknown;
  who: Who;
  /** Width and height of the picture, an `<svg>`. */
  size: number;
}

export interface PlaceProps {
  view: unknown;
  /** Width and height of the picture, an `<svg>`. */
  size: number;
}

export interface CodeProps {
  code: string;
}

/** How a system tells a game in panels. Texts are those of the language of the moment. */
export interface Comic<V = unknown, F extends AnyFact = AnyFact> {
  /** What a fact adds upon the view before it; `null` for nothing. */
  part: (fact: F, before: V) => Part | typeof END | null;
  person: (view: V, who: Who) => Person | null;
  /** A fact in the words of the story; `null` for one that is not told. */
  caption: (fact: F, before: V) => Caption | null;
  /** The die of a fact, if luck can be told from it. */
  luck?: (fact: F, before: V) => Luck | null;
  /** Head and shoulders of somebody. */
  Face: Component<FaceProps>;
  /** What is fought on, with who stands where. */
  Place?: Component<PlaceProps>;
  /** What is struck with, and where, each drawn in 40 by 40. */
  Weapon?: Component<CodeProps>;
  Limb?: Component<CodeProps>;
  /** Words of its own for the heads of the tale, where the house's do not fit. */
  heads?: () => Partial<Record<Head, string>>;
  /** So many stars in words. */
  starsIn?: (n: number) => string;
}

/** What the tale of a game is headed by. */
export type Head = 'blow' | 'stunned' | 'fall';

/** A fact in a panel. */
export interface Shot<V = unknown> extends Part {
  /** The step of the timeline that told it, and the views around it. */
  readonly step: number;
  readonly after: V;
  readonly caption: Caption | null;
}

export interface Panel<V = unknown> {
  readonly key: number;
  readonly turn: number;
  readonly shots: readonly Shot<V>[];
}

/** What a panel shows once so many of its shots have been told. */
export interface Picture {
  readonly view: unknown;
  readonly who: Who | null;
  readonly target: Who | null;
  readonly word: string | null;
  readonly force: number;
  readonly dice: readonly DieShow[];
  readonly weapon: string | null;
  readonly limb: string | null;
  readonly notes: readonly string[];
  readonly captions: readonly Caption[];
  /** What the newest shot brings: dice tumble, words burst. */
  readonly fresh: { readonly dice: boolean; readonly word: boolean };
}

/** Dice that fit beside two faces. */
const DICE = 3;

const lastOf = <K extends keyof Part>(shots: readonly Shot[], key: K): NonNullable<Part[K]> | null =>
  (shots.findLast((shot) => shot[key] !== undefined)?.[key] as NonNullable<Part[K]> | undefined) ?? null;
const firstOf = <K extends keyof Part>(shots: readonly Shot[], key: K): NonNullable<Part[K]> | null =>
  (shots.find((shot) => shot[key] !== undefined)?.[key] as NonNullable<Part[K]> | undefined) ?? null;

/** What a panel shows after its first shots; at least one. */
export function picture(panel: Panel, count = panel.shots.length): Picture {
  const shots = panel.shots.slice(0, Math.max(1, count));
  const newest = shots.at(-1);
  const loudest = shots.reduce<Shot | null>((best, shot) => (shot.word !== undefined && (shot.force ?? 1) >= (best?.force ?? 0) ? shot : best), null);
  const told = shots.flatMap(({ caption }) => (caption && caption.weight !== 'quiet' ? [caption] : []));
  return {
    view: newest?.after,
    who: firstOf(shots, 'who') ?? firstOf(shots, 'befalls'),
    target: firstOf(shots, 'target'),
    word: loudest?.word ?? null,
    force: loudest?.force ?? 1,
    dice: shots.flatMap(({ dice }) => dice ?? []).slice(-DICE),
    weapon: lastOf(shots, 'weapon'),
    limb: lastOf(shots, 'limb'),
    notes: shots.flatMap(({ note }) => note ?? []),
    captions: told.length > 0 ? told : shots.flatMap(({ caption }) => caption ?? []),
    fresh: { dice: newest?.dice !== undefined, word: newest?.word !== undefined },
  };
}

/** Everybody in a panel. */
export const cast = (panel: Panel): Who[] => [
  ...new Set(panel.shots.flatMap(({ who, target, befalls }) => [who, target, befalls].filter((n) => n !== undefined))),
];

/** What a panel counts for in all. */
export const sum = (panel: Panel, what: 'harm' | 'stars' | 'fall'): number => panel.shots.reduce((all, shot) => all + (shot[what] ?? 0), 0);

/** Whether there is anything to draw: a die has fallen, or something was to be heard. */
export const isSeen = (panel: Panel): boolean => panel.shots.some(({ dice, word }) => dice !== undefined || word !== undefined);
