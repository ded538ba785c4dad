import type { Choice, Fact } from '../../protocol/baston';
import type { Naming } from './naming';

export type FactOf<T extends Fact['t']> = Extract<Fact, { t: T }>;

/** A row of the explanation of a roll: what counts, and how much. */
export type Reckoning = readonly [label: string, value: string];

/** The log in one language: every kind of fact has its words. */
export interface LogWords {
  readonly fact: { readonly [T in Fact['t']]: (fact: FactOf<T>, name: Naming) => string };
  /** An answer in words, short. */
  readonly choice: (choice: Choice, name: Naming) => string;
  /** How a roll came to its result, line by line; empty for what was not rolled. */
  readonly reckon: (fact: Fact, name: Naming) => readonly Reckoning[];
}
