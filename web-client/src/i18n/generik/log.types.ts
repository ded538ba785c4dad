import type { Choice, Fact, Fig } from '../../protocol/generik';
import type { Naming } from './log.naming';

export type FactOf<T extends Fact['t']> = Extract<Fact, { t: T }>;

/** A row of the explanation of a roll: what counts, and how much. */
export type Reckoning = readonly [label: string, value: string];

/** The log in one language: every kind of fact has its words. */
export interface LogWords {
  readonly fact: { readonly [T in Fact['t']]: (fact: FactOf<T>, name: Naming) => string };
  /** An answer in words, short; `fig` is whose answer it is, so that its weapons have names. */
  readonly choice: (choice: Choice, name: Naming, fig?: Fig | null) => string;
  /** How a fact came about, number by number; empty where there is nothing to reckon. */
  readonly reckon: (fact: Fact, name: Naming) => readonly Reckoning[];
}
