/**
 * The programming sheet without a screen. It knows no rule: what may be written, what is locked and which rests
 * follow is read from the forms of the server.
 */
import type { Advice, Bar, Instructions, Lock, Remark, Sheet, Who } from '../../../protocol/baston';
import type { Form, Head } from './form';
import { isRest, read, REST, REST_PAIR, RESTING, write, writeFirst, type First, type Pair } from './order';

/** Sequences are counted from 0 here, from 1 on the wire. */
export type SequenceIndex = 0 | 1 | 2;
export type Round = 1 | 2;
export const SEQUENCES: readonly SequenceIndex[] = [0, 1, 2];

export interface Cell {
  readonly who: Who;
  readonly sequence: SequenceIndex;
  readonly round: Round;
}

export type Pairs = readonly [Pair, Pair, Pair];

/** The row of one character. `written` is kept even where a forced rest covers it, so that undoing the cause brings it back. */
export interface Row {
  readonly who: Who;
  readonly form: Form;
  readonly written: Pairs;
  readonly instructions: Instructions;
}

/** Why a cell cannot be written. */
export type Hold =
  | { readonly kind: 'lock'; readonly lock: Lock }
  /** A rest forced by an order of this sheet: `by` in sequence `sequence`. */
  | { readonly kind: 'forced'; readonly by: string; readonly sequence: SequenceIndex };

/** A cell as it counts. */
export interface Filled {
  readonly text: string;
  readonly hold: Hold | null;
}

/** Why an order is not offered in a cell. */
export type Refusal =
  /** The server bars it for this character. */
  | { readonly kind: 'bar'; readonly bar: Bar }
  /** It may only follow these first-round orders. */
  | { readonly kind: 'after'; readonly heads: readonly string[] };

/** An order in the palette. */
export interface Offer {
  readonly code: string;
  readonly refusal: Refusal | null;
}

export const NO_INSTRUCTIONS: Instructions = { weapons: [], part: null, spare: [], drops: [] };

/** The row of a form, filled with what was saved for it, if anything. */
export function rowOf(form: Form, saved?: Sheet | null): Row {
  const orders = saved?.orders ?? form.orders;
  const written = SEQUENCES.map((s) => legal(form, read(form.locked[s] ? form.orders[s] : orders[s])));
  return { who: form.who, form, written: written as unknown as Pairs, instructions: saved?.instructions ?? NO_INSTRUCTIONS };
}

export const headOf = (form: Form, code: string): Head | undefined => form.heads.find((head) => head.code === code);

/** Whether a head only exists as the first half of a combination: its second round cannot be a rest. */
export const isComboHead = (head: Head): boolean => head.rest_after !== 'round2' && !head.then.includes(REST);

/** The nearest thing to a sequence that this form offers. */
export function legal(form: Form, pair: Pair): Pair {
  const head = headOf(form, pair.first.code);
  const fits = head && (pair.first.param === null ? head.params.length === 0 : head.params.includes(pair.first.param));
  const first: First = fits ? { ...pair.first, pivot: head.pivot ? pair.first.pivot : null } : RESTING;
  return { first, second: second(form, first.code, pair.second) };
}

/** The second round that goes with a head: as wished if offered, else rest, else the first one that exists. */
function second(form: Form, code: string, wish: string): string {
  const then = headOf(form, code)?.then ?? [REST];
  if (then.includes(wish)) return wish;
  return then.includes(REST) ? REST : (then[0] ?? REST);
}

/** Whether a sequence forces the next one to rest, and by which order. */
function forcing(form: Form, pair: Pair): string | null {
  if (headOf(form, pair.first.code)?.rest_after === 'next_sequence') return writeFirst(pair.first);
  return form.resting.includes(pair.second) ? pair.second : null;
}

/** The sequences as they count: locks and forced rests filled in. */
export function effective(row: Row): { pairs: Pairs; holds: readonly (Hold | null)[]; owes: string | null } {
  const pairs: Pair[] = [];
  const holds: (Hold | null)[] = [];
  let by: string | null = null;
  for (const s of SEQUENCES) {
    const lock = row.form.locked[s];
    let pair: Pair;
    if (lock) {
      holds.push({ kind: 'lock', lock });
      pair = lock === 'played' ? read(row.form.orders[s]) : REST_PAIR;
    } else if (by !== null) {
      holds.push({ kind: 'forced', by, sequence: (s - 1) as SequenceIndex });
      pair = REST_PAIR;
    } else {
      holds.push(null);
      pair = row.written[s];
    }
    pairs.push(pair);
    by = forcing(row.form, pair);
  }
  return { pairs: pairs as unknown as Pairs, holds, owes: by };
}

/** One cell as it counts, and what holds it. */
export function cellOf(row: Row, sequence: SequenceIndex, round: Round): Filled {
  const { pairs, holds } = effective(row);
  const pair = pairs[sequence];
  const hold = holds[sequence] ?? null;
  if (round === 1) return { text: writeFirst(pair.first), hold };
  const head = headOf(row.form, pair.first.code);
  const forced = head?.rest_after === 'round2';
  return { text: pair.second, hold: hold ?? (forced ? { kind: 'forced', by: writeFirst(pair.first), sequence } : null) };
}

/** What the palette shows for a cell: every order that exists for this round, with the reason when it is not offered. */
export function offers(row: Row, sequence: SequenceIndex, round: Round): Offer[] {
  const barred = row.form.barred.filter((bar) => bar.round === round);
  const bars: Offer[] = barred.map((bar) => ({ code: bar.code, refusal: { kind: 'bar', bar } }));
  if (round === 1) {
    const heads = row.form.heads.filter((head) => !isComboHead(head)).map((head) => ({ code: head.code, refusal: null }));
    return [...heads, ...bars.filter((offer) => !headOf(row.form, offer.code))];
  }
  const now = headOf(row.form, effective(row).pairs[sequence].first.code)?.then ?? [REST];
  const known = [...new Set(row.form.heads.flatMap((head) => head.then))];
  const seconds = known.map((code): Offer => {
    if (now.includes(code)) return { code, refusal: null };
    const heads = row.form.heads.filter((head) => head.then.includes(code)).map((head) => head.code);
    return { code, refusal: { kind: 'after', heads } };
  });
  return [...seconds, ...bars.filter((offer) => !known.includes(offer.code))];
}

/** Combinations over both rounds, such as `PRE/LAN`. */
export function combos(form: Form): { first: string; second: string }[] {
  return form.heads.filter(isComboHead).flatMap((head) => head.then.map((code) => ({ first: head.code, second: code })));
}

/** Whether two cells lie in a combination and are written together. */
export const isCombo = (row: Row, sequence: SequenceIndex): boolean => {
  const head = headOf(row.form, effective(row).pairs[sequence].first.code);
  return head !== undefined && isComboHead(head);
};

function put(row: Row, sequence: SequenceIndex, pair: Pair): Row {
  const written = SEQUENCES.map((s) => (s === sequence ? pair : row.written[s]));
  return { ...row, written: written as unknown as Pairs };
}

const held = (row: Row, sequence: SequenceIndex): boolean => effective(row).holds[sequence] !== null;

/** Writes a first round. What is not offered, or held, leaves the row as it is. */
export function writeRound1(row: Row, sequence: SequenceIndex, first: First): Row {
  const head = headOf(row.form, first.code);
  if (!head || held(row, sequence)) return row;
  if (head.params.length > 0 ? first.param === null || !head.params.includes(first.param) : first.param !== null) return row;
  const clean = { ...first, pivot: head.pivot ? first.pivot : null };
  return put(row, sequence, { first: clean, second: second(row.form, first.code, row.written[sequence].second) });
}

/** Writes a second round. */
export function writeRound2(row: Row, sequence: SequenceIndex, code: string): Row {
  const now = row.written[sequence];
  const then = headOf(row.form, now.first.code)?.then ?? [REST];
  if (held(row, sequence) || !then.includes(code)) return row;
  return put(row, sequence, { ...now, second: code });
}

/** Writes both rounds at once. */
export function writeCombo(row: Row, sequence: SequenceIndex, first: string, code: string): Row {
  return writeRound2(writeRound1(row, sequence, { code: first, param: null, pivot: null }), sequence, code);
}

/** Puts the turn behind a move, changes its side, or takes it away. */
export function togglePivot(row: Row, sequence: SequenceIndex, pivot: 'G' | 'D'): Row {
  const { first } = row.written[sequence];
  if (!headOf(row.form, first.code)?.pivot) return row;
  return writeRound1(row, sequence, { ...first, pivot: first.pivot === pivot ? null : pivot });
}

/** Empties a cell: rest. A combination loses both its rounds. */
export function clearCell(row: Row, sequence: SequenceIndex, round: Round): Row {
  if (held(row, sequence)) return row;
  const now = row.written[sequence];
  if (isCombo(row, sequence)) return put(row, sequence, REST_PAIR);
  if (round === 2) return put(row, sequence, { ...now, second: second(row.form, now.first.code, REST) });
  return put(row, sequence, { first: RESTING, second: second(row.form, REST, now.second) });
}

/** Empties everything that may be written. */
export function clearRow(row: Row): Row {
  const written = SEQUENCES.map((s) => (row.form.locked[s] ? row.written[s] : REST_PAIR));
  return { ...row, written: written as unknown as Pairs };
}

/** Writes a sequence that was written elsewhere, as far as this character may. */
export function paste(row: Row, sequence: SequenceIndex, pair: Pair): Row {
  return held(row, sequence) ? row : put(row, sequence, legal(row.form, pair));
}

/** Writes the orders of a whole sheet, as far as this character may: from another character, or from last turn. */
export function pasteAll(row: Row, orders: readonly string[]): Row {
  return SEQUENCES.reduce((now, s) => {
    const text = orders[s];
    if (text === undefined || row.form.locked[s]) return now;
    return put(now, s, legal(row.form, read(text)));
  }, row);
}

/** Orders of a row as the wire has them. */
export function ordersOf(row: Row): [string, string, string] {
  const [a, b, c] = effective(row).pairs;
  return [write(a), write(b), write(c)];
}

export const sheetOf = (row: Row): Sheet => ({ who: row.who, orders: ordersOf(row), instructions: row.instructions });

/** How many sequences say something else than rest. */
export const written = (row: Row): number => effective(row).pairs.filter((pair) => !isRest(pair)).length;

/** What the server says of one cell. */
export function remarksOf(advice: Advice | null, cell: Cell): Remark[] {
  return (advice?.remarks ?? []).filter((remark) => remark.who === cell.who && remark.sequence === cell.sequence + 1 && remark.round === cell.round);
}

/** The cell after this one that can be written: R1, R2, then the next sequence, then the next character. */
export function nextCell(rows: readonly Row[], cell: Cell): Cell | null {
  const from = rows.findIndex((row) => row.who === cell.who);
  for (let index = Math.max(0, from); index < rows.length; index += 1) {
    const row = rows[index];
    if (!row) break;
    for (const sequence of SEQUENCES) {
      for (const round of [1, 2] as const) {
        const later = index > from || sequence > cell.sequence || (sequence === cell.sequence && round > cell.round);
        if (later && !cellOf(row, sequence, round).hold) return { who: row.who, sequence, round };
      }
    }
  }
  return null;
}

/** The first cell that can be written. */
export function firstCell(rows: readonly Row[]): Cell | null {
  for (const row of rows) {
    const sequence = SEQUENCES.find((s) => effective(row).holds[s] === null);
    if (sequence !== undefined) return { who: row.who, sequence, round: 1 };
  }
  return null;
}
