/** A game as comic panels: the parts that a system makes of its facts, and the contents of one panel. It knows no rule and no system. */
import type { Component } from 'svelte';
import type { Weight } from '../../protocol';
import type { AnyFact } from '../../store/fold';
import type { DieShow } from '../../surface/dice';

/** A character in a panel, by its number in the system. */
export type Who = number;

/** The part of a panel that one fact adds. */
export interface Part {
  /** Whether it begins a panel, unless it is the blow that the open panel of the same characters lacks. */
  readonly begins?: boolean;
  /** Whether it is the blow itself: a panel has at most one. */
  readonly blow?: boolean;
  /** The character that acts, and its target. */
  readonly who?: Who | undefined;
  readonly target?: Who | undefined;
  /** The character that the fact happens to: it joins the open panel if that shows the character, else it may begin another. */
  readonly befalls?: Who | undefined;
  /** The sound, such as PAF, and its strength, 1 to 3. */
  readonly word?: string | undefined;
  readonly force?: number | undefined;
  readonly dice?: DieShow | undefined;
  /** The codes of the weapon and of the limb that is struck: the system draws them. */
  readonly weapon?: string | undefined;
  readonly limb?: string | undefined;
  /** A short text on a tag, such as the points lost. */
  readonly note?: string | undefined;
  /** Ratings in units of the system: the harm of a blow, the stars that a character sees, how funny a fall is. */
  readonly harm?: number;
  readonly stars?: number;
  readonly fall?: number;
}

/** Returns the fields that a part shares with a beat of the board. */
export const toldBy = (beat: Pick<Part, 'word' | 'force' | 'dice' | 'note'> | undefined): Pick<Part, 'word' | 'force' | 'dice' | 'note'> => ({
  word: beat?.word,
  force: beat?.force,
  dice: beat?.dice,
  note: beat?.note,
});

/** The part of a fact that ends the open panel. */
export const END = 'end';

/** A die that a side has rolled: the share of all rolls that it beats, 0 to 1; ties count half. */
export interface Luck {
  readonly seat: number;
  readonly share: number;
}

/** A character as a panel shows it. */
export interface Person {
  readonly name: string;
  readonly letter: string;
  readonly seat: number | null;
}

/** The text of a fact in the story. */
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

/** The comic of a system. Texts are in the current language. */
export interface Comic<V = unknown, F extends AnyFact = AnyFact> {
  /** Returns the part that a fact adds, given the view before it; `null` for none. */
  part: (fact: F, before: V) => Part | typeof END | null;
  person: (view: V, who: Who) => Person | null;
  /** Returns the text of a fact in the story; `null` for a fact without one. */
  caption: (fact: F, before: V) => Caption | null;
  /** Returns the die of a fact, if luck can be measured by it. */
  luck?: (fact: F, before: V) => Luck | null;
  /** The head and shoulders of a character. */
  Face: Component<FaceProps>;
  /** The place of the fight, with the positions of the characters. */
  Place?: Component<PlaceProps>;
  /** The weapon, and the limb that is struck, each drawn in 40 by 40. */
  Weapon?: Component<CodeProps>;
  Limb?: Component<CodeProps>;
  /** Returns own headings for the summary, in place of those of the house. */
  heads?: () => Partial<Record<Head, string>>;
  /** Returns a number of stars in words. */
  starsIn?: (n: number) => string;
}

/** A heading of the summary of a game. */
export type Head = 'blow' | 'stunned' | 'fall';

/** A fact in a panel. */
export interface Shot<V = unknown> extends Part {
  /** The index of the step with the fact, and the view after that step. */
  readonly step: number;
  readonly after: V;
  readonly caption: Caption | null;
}

export interface Panel<V = unknown> {
  readonly key: number;
  readonly turn: number;
  readonly shots: readonly Shot<V>[];
}

/** The contents of a panel after some of its shots. */
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
  /** Whether the newest shot adds dice or a sound, which are then animated. */
  readonly fresh: { readonly dice: boolean; readonly word: boolean };
}

/** Upper bound of the parts with dice that fit between two faces. */
const DICE = 3;

const lastOf = <K extends keyof Part>(shots: readonly Shot[], key: K): NonNullable<Part[K]> | null =>
  (shots.findLast((shot) => shot[key] !== undefined)?.[key] as NonNullable<Part[K]> | undefined) ?? null;
const firstOf = <K extends keyof Part>(shots: readonly Shot[], key: K): NonNullable<Part[K]> | null =>
  (shots.find((shot) => shot[key] !== undefined)?.[key] as NonNullable<Part[K]> | undefined) ?? null;

/** Returns the contents of a panel after its first `count` shots, at least one. */
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

/** Returns all characters of a panel. */
export const cast = (panel: Panel): Who[] => [
  ...new Set(panel.shots.flatMap(({ who, target, befalls }) => [who, target, befalls].filter((n) => n !== undefined))),
];

/** Returns the sum of a rating over the shots of a panel. */
export const sum = (panel: Panel, what: 'harm' | 'stars' | 'fall'): number => panel.shots.reduce((all, shot) => all + (shot[what] ?? 0), 0);

/** Whether a panel is drawn: it has dice or a sound. */
export const isSeen = (panel: Panel): boolean => panel.shots.some(({ dice, word }) => dice !== undefined || word !== undefined);
