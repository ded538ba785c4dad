import type { Sequence } from '../../../protocol/baston';

/** The first round of a sequence as it is written: `M6G` is code `M`, parameter 6, turn `G`. */
export interface First {
  readonly code: string;
  /** Direction or number of steps; `null` for orders that have none. */
  readonly param: number | null;
  /** A turn of one eighth after the move. */
  readonly pivot: 'G' | 'D' | null;
}

/** A sequence: what is written in its two rounds. */
export interface Pair {
  readonly first: First;
  /** Code of the second round. */
  readonly second: string;
}

export const REST = '-';
export const RESTING: First = { code: REST, param: null, pivot: null };
export const REST_PAIR: Pair = { first: RESTING, second: REST };

/** Codes of the first round, longest first so that `PRE` is not read as `P` (BAS-PRG-12). */
const HEADS = ['LEV', 'TER', 'PRE', 'BRI', '-', 'M', 'R', 'S', 'F', 'C', 'P', 'G', 'D'] as const;

/** Whether the parameter of an order is a number of steps; otherwise it is a direction. */
export const counts = (code: string): boolean => code === 'C';

/** Reads one first-round order; rest when it cannot be read. */
export function readFirst(text: string): First {
  const head = HEADS.find((code) => text.startsWith(code));
  const rest = head === undefined ? null : /^(\d?)([GD]?)$/.exec(text.slice(head.length));
  if (head === undefined || !rest) return RESTING;
  const pivot = rest[2] === 'G' || rest[2] === 'D' ? rest[2] : null;
  return { code: head, param: rest[1] ? Number(rest[1]) : null, pivot };
}

export const writeFirst = (first: First): string => `${first.code}${first.param ?? ''}${first.pivot ?? ''}`;

/** Reads a sequence as the server writes it: `M6G/CS`. */
export function read(text: Sequence): Pair {
  const at = text.indexOf('/');
  return at < 0 ? REST_PAIR : { first: readFirst(text.slice(0, at)), second: text.slice(at + 1) || REST };
}

export const write = (pair: Pair): Sequence => `${writeFirst(pair.first)}/${pair.second}`;

export const isRest = (pair: Pair): boolean => pair.first.code === REST && pair.second === REST;
