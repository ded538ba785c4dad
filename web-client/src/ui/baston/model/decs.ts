/** Decisions of the rules: which of them a player may answer in advance. */
import type { Dec } from '../../../protocol/baston';

/** Whether a decision is put as a question: rewriting is a sheet of its own, and dropping is never asked. */
const ASKED = {
  'DEC-01': true,
  'DEC-02': true,
  'DEC-03': true,
  'DEC-04': true,
  'DEC-05': true,
  'DEC-06': true,
  'DEC-07': true,
  'DEC-08': true,
  'DEC-09': true,
  'DEC-10': true,
  'DEC-11': true,
  'DEC-12': true,
  'DEC-13': true,
  'DEC-14': true,
  'DEC-15': true,
  'DEC-16': true,
  'DEC-17': true,
  'DEC-18': false,
  'DEC-19': false,
  'DEC-20': true,
  'DEC-21': true,
} as const satisfies Record<Dec, boolean>;

const isDec = (text: string): text is Dec => text in ASKED;

/** The decisions that are put as questions, in the order of the rules. */
export const ASKED_DECS: readonly Dec[] = Object.keys(ASKED)
  .filter(isDec)
  .filter((dec) => ASKED[dec]);
