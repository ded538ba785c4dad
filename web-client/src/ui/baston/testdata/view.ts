/** A made-up moment of a game, for tests. */
import { BOARD as DRAWN, NOW, viewOf } from '../board/testdata/view';
import type { BoardSpec, FighterView, Figure, Item, View } from '../../../protocol/baston';

const BOARD: BoardSpec = {
  board: { id: 'troquet', rows: 20, cols: 20, map: DRAWN.board.map },
  terrain: DRAWN.terrain,
  stairs: [],
  doors: [
    {
      id: 'd_main',
      name: 'porte d’entrée',
      state: 'closed',
      lock_side: null,
      leaves: [
        { edge: [13, 5, 's'], swept: [13, 5], hinge: [13, 4] },
        { edge: [13, 6, 's'], swept: [13, 6], hinge: [13, 7] },
      ],
    },
    { id: 'd_wc1', name: 'WC 1', state: 'closed', lock_side: [4, 10], leaves: [{ edge: [4, 10, 's'], swept: [4, 10], hinge: [4, 9] }] },
    { id: 'x_unknown', name: 'trappe', state: 'closed', lock_side: null, leaves: [{ edge: [9, 9, 's'], swept: [9, 9], hinge: [9, 8] }] },
  ],
  windows: [{ id: 'f_west_1', edge: [8, 3, 'w'], inside: [8, 3], outside: [8, 2] }],
  booths: [{ id: 'booth', point: [18, 4], panels: [{ id: 'bp_n', edge: [18, 4, 'n'] }] }],
  phones: [
    { id: 'ph_booth', point: [18, 4], face: 1 },
    { id: 'ph_bar', point: [4, 8], face: 3 },
  ],
  furniture: [],
  chairs: { points: [] },
  bottles: { whole: [] },
  optional_weapons: [],
  start_zones: {},
};

const figure = (more: Partial<Figure>): Figure => ({ ...NOW, at: [7, 6], facing: 3, ...more });

const fighter = (who: number, letter: string, name: string, seat: number, more: Partial<FighterView>, now: Partial<Figure>): FighterView => ({
  who,
  letter,
  name,
  seat,
  stats: [5, 4, 3, 4, 5],
  points: [8, 9, 5, 2, 5],
  look: who * 3,
  now: figure(now),
  ...more,
});

const FIGHTERS: FighterView[] = [
  fighter(0, 'A', 'Momo la Pince', 0, {}, { rank: 3, left: [6, 9, 5, 2, 3] }),
  fighter(
    1,
    'B',
    'Josiane',
    0,
    { stats: [3, 6, 4, 3, 5], points: [8, 8, 4, 2, 4] },
    { rank: 1, at: [8, 7], left: [8, 4, 4, 0, 4], stun: 2, fresh: true, shaken: true },
  ),
  fighter(2, 'C', 'Gégé', 1, { stats: [7, 3, 2, 4, 5] }, { rank: 4, at: [7, 8], facing: 7, left: [3, 9, 0, 2, 5], holding: 3 }),
  fighter(
    3,
    'D',
    'Albert',
    1,
    { stats: [2, 5, 6, 3, 4], points: [8, 8, 4, 2, 4] },
    { rank: 2, at: [9, 7], facing: 1, prone: true, left: [8, 8, 4, 2, 0], held_by: 2 },
  ),
];

export const ITEMS: Item[] = [
  { kind: 'blouson', place: { worn: 0 } },
  { kind: 'cran', place: { carried: 0 } },
  { kind: 'canette', place: { carried: 0 } },
  { kind: 'chaise', place: { at: [[8, 4], 'ground'] } },
  { kind: 'matraque', place: { carried: 1 } },
  { kind: 'casque', place: { worn: 2 } },
  { kind: 'chaine', place: { carried: 2 } },
  { kind: 'tesson', place: { carried: 2 } },
  { kind: 'gilet', place: { carried: 3 } },
  { kind: 'caisse', place: { at: [[3, 5], 'ground'] } },
];

export const VIEW: View = {
  ...viewOf(FIGHTERS),
  board: BOARD,
  bands: [
    { seat: 0, name: 'Les Habitués', score: 5, ready: false },
    { seat: 1, name: 'Ceux d’en face', score: 3, ready: true },
  ],
  items: ITEMS,
  pieces: [
    {
      kind: 'table',
      cells: [
        [7, 4],
        [7, 5],
      ],
      overturned: false,
      gone: false,
    },
  ],
  doors: [
    { open: [true, false], destroyed: false, bolted: false },
    { open: [false, false], destroyed: false, bolted: true },
    { open: [false, false], destroyed: false, bolted: false },
  ],
  windows: ['shut'],
  panels: [false],
  phones: [false, true],
  turn: 4,
  phase: 'programming',
  mine: { sheets: [], standing: { defaults: ['DEC-15'] } },
};
