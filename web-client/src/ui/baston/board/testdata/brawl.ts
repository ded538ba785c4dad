/** A short brawl with nearly every kind of fact, to look at. */
import { FIRST_CARRIED, fighter, notice, viewOf } from './view';

const CHAIR_8_4 = 1;
const BOTTLE_7_5 = 14 + 5;
const KNIFE = FIRST_CARRIED;

/** Everybody in their places. */
export const OPENING = viewOf(
  [
    fighter(0, 0, { at: [8, 5], facing: 3 }),
    fighter(1, 0, { at: [6, 7], facing: 3 }),
    fighter(2, 0, { at: [5, 5], facing: 5, top: true }),
    fighter(3, 1, { at: [8, 7], facing: 7 }),
    fighter(4, 1, { at: [9, 8], facing: 7 }),
    fighter(5, 1, { at: [14, 5], facing: 1 }),
  ],
  [
    { kind: 'cran', place: { carried: 1 } },
    { kind: 'casque', place: { worn: 4 } },
    { kind: 'santiags', place: { worn: 3 } },
  ],
);

const plays = (who: number, order: string, round = 1) => ({ t: 'plays', who, round, order });

/** What happens, fact by fact. */
export const BRAWL = [
  { t: 'turn', turn: 3 },
  { t: 'enter', phase: 'rank', sequence: 1 },
  { t: 'acts', who: 0 },
  plays(0, 'M3'),
  { t: 'moved', who: 0, from: [8, 5], to: [8, 6], top: false, way: 'walk' },
  plays(0, 'CP', 2),
  { t: 'to_hit', who: 0, target: 3, row: 'CP_NU', die: 17, stat: 'COM', value: 5, target_mod: 0, attacker_mod: 0, range_mod: 0, total: 22, hit: true },
  { t: 'location', target: 3, part: 'T', die: 2 },
  { t: 'wounded', who: 3, part: 'T', wounds: 2, saved: 0, left: 6 },
  { t: 'stunned', who: 3, stun: 2, fresh: false, gained: 2 },
  { t: 'acts', who: 4 },
  plays(4, 'CS', 2),
  { t: 'to_hit', who: 4, target: 0, row: 'CS_SANTIAGS', die: 4, stat: 'DEX', value: 4, target_mod: 0, attacker_mod: 0, range_mod: 0, total: 8, hit: false },
  { t: 'acts', who: 1 },
  plays(1, 'P4'),
  { t: 'faced', who: 1, dir: 4 },
  plays(1, 'LAN', 2),
  { t: 'throws', who: 1, id: KNIFE, from: [6, 7], to: [9, 10], aggressive: true },
  { t: 'item', id: KNIFE, kind: 'cran', place: { at: [[9, 10], 'ground'] } },
  { t: 'acts', who: 2 },
  plays(2, 'S5'),
  { t: 'test', who: 2, stat: 'DEX', value: 4, die: 6, malus: 0, ok: false },
  { t: 'moved', who: 2, from: [5, 5], to: [6, 6], top: false, way: 'fall' },
  { t: 'posture', who: 2, prone: true },
  { t: 'stun_roll', who: 2, line: 'C', die: 4, bonus: 1, n: 2 },
  { t: 'stunned', who: 2, stun: 2, fresh: false, gained: 2 },
  { t: 'acts', who: 5 },
  plays(5, 'M1'),
  plays(5, 'OUV', 2),
  { t: 'leaf', door: 0, leaf: 0, open: true },
  { t: 'leaf', door: 0, leaf: 1, open: true },
  { t: 'moved', who: 5, from: [14, 5], to: [13, 5], top: false, way: 'walk' },
  { t: 'moved', who: 5, from: [13, 5], to: [12, 5], top: false, way: 'run' },
  { t: 'moved', who: 5, from: [12, 5], to: [11, 6], top: false, way: 'run' },
  { t: 'impossible', who: 5, to: [10, 5] },
  { t: 'item', id: BOTTLE_7_5, kind: 'canette', place: { carried: 0 } },
  { t: 'throws', who: 0, id: BOTTLE_7_5, from: [8, 6], to: [9, 8], aggressive: true },
  { t: 'to_hit', who: 0, target: 4, row: 'LAN_CANETTE', die: 14, stat: 'DEX', value: 4, target_mod: 0, attacker_mod: 0, range_mod: 1, total: 19, hit: true },
  { t: 'item', id: BOTTLE_7_5, kind: 'canette', place: 'gone' },
  { t: 'glass', at: [9, 8], present: true },
  { t: 'wounded', who: 4, part: 'BD', wounds: 1, saved: 0, left: 4 },
  { t: 'strength', mover: 0, other: 3, mover_for: 5, other_for: 5, die: 7, mover_wins: true },
  { t: 'moved', who: 3, from: [8, 7], to: [8, 8], top: false, way: 'pushed' },
  { t: 'moved', who: 0, from: [8, 6], to: [8, 7], top: false, way: 'walk' },
  { t: 'posture', who: 3, prone: true },
  {
    t: 'piece',
    id: 1,
    cells: [
      [6, 9],
      [6, 10],
    ],
    overturned: true,
    gone: false,
  },
  { t: 'window', window: 2, state: 'destroyed' },
  { t: 'item', id: CHAIR_8_4, kind: 'chaise', place: { carried: 5 } },
  { t: 'to_hit', who: 5, target: 0, row: 'CP_CHAISE', die: 20, stat: 'FOR', value: 7, target_mod: 2, attacker_mod: 0, range_mod: 0, total: 29, hit: true },
  { t: 'item', id: CHAIR_8_4, kind: 'chaise', place: 'gone' },
  { t: 'wounded', who: 0, part: 'TR', wounds: 5, saved: 0, left: 0 },
  { t: 'out', who: 0, by: 5 },
  { t: 'seized', who: 1, victim: 3 },
  { t: 'left_board', who: 4, from: [9, 8], by: 0 },
].map((fact) => notice(fact));
