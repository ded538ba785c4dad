/** The positions that the book shows: a few hexagons with the fighters in them. */
import type { Hex } from '../../../protocol';

export interface Position {
  readonly rows: readonly string[];
  readonly people: readonly { readonly at: Hex; readonly angle: number; readonly seat: number; readonly letter: string }[];
  /** Highlighted hexagons. */
  readonly marked: readonly Hex[];
  readonly caption: 'back' | 'longer' | 'charge';
}

export const POSITIONS: Readonly<Record<string, Position>> = {
  'CEL-MEL-08': {
    rows: ['.....', '.....', '.....'],
    people: [{ at: [2, 1], angle: 90, seat: 0, letter: 'A' }],
    marked: [
      [1, 1],
      [2, 0],
      [2, 2],
    ],
    caption: 'back',
  },
  'CEL-HEX-03': {
    rows: ['......', '......', '......'],
    people: [
      { at: [1, 1], angle: 90, seat: 0, letter: 'A' },
      { at: [3, 1], angle: 270, seat: 1, letter: 'B' },
    ],
    marked: [[2, 1]],
    caption: 'longer',
  },
  'CEL-HEX-07': {
    rows: ['.......', '.......', '.......'],
    people: [
      { at: [0, 1], angle: 90, seat: 0, letter: 'A' },
      { at: [4, 1], angle: 270, seat: 1, letter: 'B' },
    ],
    marked: [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    caption: 'charge',
  },
};

export const PICTURED: readonly string[] = Object.keys(POSITIONS);
