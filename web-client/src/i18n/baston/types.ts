import type { Dec, ItemKind, Part, Phase, PieceKind, Stat, Way, Why, Draw, Lock, Moment } from '../../protocol/baston';

/** A noun with its articles, as each language needs them. */
export interface Noun {
  /** Alone, for labels: `chaise`. */
  readonly name: string;
  /** With the indefinite article: `une chaise`. */
  readonly a: string;
  /** With the definite article: `la chaise`. */
  readonly the: string;
}

/** The words of Baston in one language. The codes of the game (CP, LAN, POU, HS) are the same in both. */
export interface Vocabulary {
  readonly item: Readonly<Record<ItemKind, Noun>>;
  readonly piece: Readonly<Record<PieceKind, Noun>>;
  readonly part: Readonly<Record<Part, Noun>>;
  readonly stat: Readonly<Record<Stat, string>>;
  /** The four winds and those between, from 1. */
  readonly dir: readonly [string, string, string, string, string, string, string, string];
  /** The way to them: `vers l’est`, `to the east`. */
  readonly towards: readonly [string, string, string, string, string, string, string, string];
  /** The same, short: `N`, `NE`. */
  readonly dirShort: readonly [string, string, string, string, string, string, string, string];
  /** Names of orders by code. */
  readonly order: Readonly<Record<string, string>>;
  readonly phase: Readonly<Record<Phase, string>>;
  readonly why: Readonly<Record<Why, string> & Record<string, string>>;
  readonly way: Readonly<Record<Way, string> & Record<string, string>>;
  readonly draw: Readonly<Record<Draw, string> & Record<string, string>>;
  readonly lock: Readonly<Record<Lock, string>>;
  readonly moment: Readonly<Record<Moment, string>>;
  /** Each decision: its short name, and what is asked. */
  readonly dec: Readonly<Record<Dec, { name: string; ask: string; standing: string }>>;
  /** Doors, windows, telephones and panes of the boards by id, with the definite article. */
  readonly place: Readonly<Record<string, string>>;
  /** Rows of the result tables. */
  readonly row: Readonly<Record<string, string>>;
  /** Why points were won or lost, by code. */
  readonly reason: Readonly<Record<string, string>>;
  /** Why the game ended, by code. */
  readonly end: Readonly<Record<string, string>>;
}
