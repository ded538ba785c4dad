/** Every state at once. */
import type { View } from '../../../../protocol/baston';
import { fighter, viewOf } from './view';

const view = viewOf(
  [
    fighter(0, 0, { at: [6, 4], facing: 5 }),
    fighter(1, 1, { at: [7, 7], facing: 2 }),
    fighter(2, 2, { at: [5, 5], facing: 5, top: true }),
    fighter(3, 3, { at: [8, 6], facing: 4, stun: 2 }),
    fighter(4, 4, { at: [12, 6], facing: 1 }),
    fighter(5, 5, { at: [10, 7], facing: 7, prone: true, left: [8, 3, 0, 2, 5] }),
    fighter(6, 0, { at: [15, 15], facing: 6 }),
    fighter(7, 1, { at: [16, 16], facing: 4, top: true }),
    fighter(8, 2, { at: [11, 10], facing: 3, fate: 'out', prone: true }),
    fighter(9, 3, { at: [15, 5], facing: 3 }),
    fighter(10, 4, { at: [6, 15], facing: 5, top: true }),
    fighter(11, 5, { at: [7, 16], facing: 8, held_by: 12 }),
    fighter(12, 0, { at: [8, 16], facing: 1, holding: 11 }),
    fighter(13, 1, { at: [10, 4], facing: 5, prone: true }),
    fighter(14, 2, { at: [4, 14], facing: 5, prone: true }),
    fighter(15, 3, { at: [13, 17], facing: 1 }),
    fighter(16, 4, { at: [4, 5], facing: 3 }),
    fighter(17, 5, { at: [4, 10], facing: 5, left: [2, 9, 5, 0, 1] }),
  ],
  [
    { kind: 'chaise', place: { carried: 9 } },
    { kind: 'cran', place: { carried: 17 } },
    { kind: 'casque', place: { worn: 17 } },
    { kind: 'santiags', place: { worn: 17 } },
    { kind: 'chaine', place: { carried: 1 } },
    { kind: 'canette', place: { carried: 4 } },
    { kind: 'caisse', place: { at: [[3, 5], 'ground'] } },
    { kind: 'rasoir', place: { at: [[9, 6], 'ground'] } },
    { kind: 'matraque', place: { at: [[9, 6], 'ground'] } },
    { kind: 'blouson', place: { at: [[12, 8], 'ground'] } },
  ],
);

/** Doors, windows, furniture and people in every state. */
export const STATES: View = {
  ...view,
  pieces: view.pieces.map((piece, i) => (i === 1 ? { ...piece, overturned: true } : piece)),
  doors: view.doors.map(
    (door, i) =>
      [
        { ...door, open: [true, false] as [boolean, boolean] },
        door,
        { ...door, destroyed: true },
        { ...door, destroyed: true },
        { ...door, open: [true, false] as [boolean, boolean] },
        { ...door, open: [false, true] as [boolean, boolean] },
        door,
        { ...door, bolted: true },
      ][i] ?? door,
  ),
  windows: ['open', 'shut', 'destroyed', 'shut', 'open', 'destroyed', 'open'],
  panels: [false, false, true],
  phones: [false, true],
  glass: [
    [9, 7],
    [12, 10],
    [18, 6],
  ],
};
