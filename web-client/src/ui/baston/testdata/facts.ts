/** One fact of every kind, and more where the words differ. */
import type { Fact } from '../../../protocol/baston';

type Kinds = { [T in Fact['t']]: readonly Extract<Fact, { t: T }>[] };
const rule = 'BAS-CBT-09';

export const FACTS: Kinds = {
  turn: [{ rule, t: 'turn', turn: 3 }],
  enter: [
    { rule, t: 'enter', phase: 'rank', sequence: 2 },
    { rule, t: 'enter', phase: 'placement', sequence: 0 },
  ],
  revealed: [{ rule, t: 'revealed', who: 0, orders: ['M6G/CS', '-/-', 'PRE/LAN'] }],
  acts: [{ rule, t: 'acts', who: 1 }],
  plays: [
    { rule, t: 'plays', who: 0, round: 1, order: 'M6G' },
    { rule, t: 'plays', who: 0, round: 2, order: '-' },
  ],
  lost: [{ rule, t: 'lost', who: 0, round: 2, why: 'no_target' }],
  cancelled: [
    { rule, t: 'cancelled', who: 0, rounds: [true, true], why: 'stunned' },
    { rule, t: 'cancelled', who: 0, rounds: [false, true], why: 'held' },
    { rule, t: 'cancelled', who: 0, rounds: [true, false], why: 'rest' },
  ],
  impossible: [
    { rule, t: 'impossible', who: 0, to: [7, 4] },
    { rule, t: 'impossible', who: 0, to: null },
  ],
  done: [
    { rule, t: 'done', who: 0, done: true },
    { rule, t: 'done', who: 0, done: false },
  ],
  queued: [
    { rule, t: 'queued', who: 3, queued: true },
    { rule, t: 'queued', who: 3, queued: false },
  ],
  owes: [
    { rule, t: 'owes', who: 0, owes: true },
    { rule, t: 'owes', who: 0, owes: false },
  ],
  rests: [
    { rule, t: 'rests', who: 0, resting: true },
    { rule, t: 'rests', who: 0, resting: false },
  ],
  shaken: [
    { rule, t: 'shaken', who: 0, shaken: true },
    { rule, t: 'shaken', who: 0, shaken: false },
  ],
  chose: [
    { rule, t: 'chose', who: 0, dec: 'DEC-08', choice: { item: 1 }, silent: false },
    { rule, t: 'chose', who: 0, dec: 'DEC-12', choice: { throw: { item: 2, aggressive: true, to: [3, 4] } }, silent: true },
  ],
  test: [
    { rule, t: 'test', who: 3, stat: 'DEX', value: 4, die: 3, malus: 2, ok: false, why: ['stunned'] },
    { rule, t: 'test', who: 0, stat: 'CON', value: 4, die: 3, malus: 0, ok: true, why: [] },
  ],
  no_test: (['stunned', 'prone', 'together', 'tested', 'jostled'] as const).map((why) => ({ rule, t: 'no_test', who: 0, stat: 'DEX', why }) as const),
  barred: (['wall', 'border', 'level', 'bar', { door: 0 }, { leaf: [0, 1] }, { window: 0 }, { panel: 0 }, { piece: 0 }, { who: 3 }] as const).map(
    (by) => ({ rule, t: 'barred', who: 0, by: typeof by === 'object' && 'leaf' in by ? { leaf: [0, 1] } : by }) as const,
  ),
  drew: [
    { rule, t: 'drew', what: 'target', who: 0, sides: 3, face: 2, picked: 1 },
    { rule, t: 'drew', what: 'row', who: null, sides: 20, face: 7, picked: null },
  ],
  stun_roll: [
    { rule, t: 'stun_roll', who: 0, line: 'C', die: 4, bonus: 1, n: 2 },
    { rule, t: 'stun_roll', who: 0, line: 'A', die: 1, bonus: 0, n: 0 },
  ],
  strength: [
    { rule, t: 'strength', mover: 0, other: 3, mover_for: 5, other_for: 5, die: 6, mover_wins: true },
    { rule, t: 'strength', mover: 0, other: 2, mover_for: 5, other_for: 7, die: null, mover_wins: false },
  ],
  location: [
    { rule, t: 'location', target: 3, part: 'TR', die: 4 },
    { rule, t: 'location', target: 0, part: 'J', die: null },
  ],
  to_hit: [
    {
      rule,
      t: 'to_hit',
      who: 0,
      target: 3,
      row: 'CP_RASOIR',
      die: 12,
      stat: 'DEX',
      value: 6,
      target_mod: 2,
      attacker_mod: 0,
      range_mod: 0,
      total: 20,
      hit: true,
      why: ['behind'],
    },
    {
      rule,
      t: 'to_hit',
      who: 1,
      target: 2,
      row: 'LAN_CRAN',
      die: 4,
      stat: 'DEX',
      value: 5,
      target_mod: 0,
      attacker_mod: -2,
      range_mod: -1,
      total: 6,
      hit: false,
      why: ['arm'],
    },
  ],
  ranked: [{ rule, t: 'ranked', who: 0, rank: 2 }],
  moved: [
    { rule, t: 'moved', who: 0, from: [7, 6], to: [8, 5], top: false, way: 'walk' },
    { rule, t: 'moved', who: 3, from: [7, 6], to: [7, 5], top: true, way: 'jump' },
  ],
  on_top: [
    { rule, t: 'on_top', who: 0, top: true },
    { rule, t: 'on_top', who: 0, top: false },
  ],
  faced: [{ rule, t: 'faced', who: 0, dir: 4 }],
  posture: [
    { rule, t: 'posture', who: 0, prone: true },
    { rule, t: 'posture', who: 0, prone: false },
  ],
  wounded: [
    { rule, t: 'wounded', who: 3, part: 'T', wounds: 3, saved: 1, left: 2 },
    { rule, t: 'wounded', who: 0, part: 'BG', wounds: 2, saved: 0, left: 0 },
    { rule, t: 'wounded', who: 0, part: 'TR', wounds: 0, saved: 1, left: 9 },
    { rule, t: 'wounded', who: 0, part: 'BG', wounds: 0, saved: 0, left: 0 },
  ],
  stunned: [
    { rule, t: 'stunned', who: 0, stun: 3, fresh: true, gained: 2, saved: 0 },
    { rule, t: 'stunned', who: 0, stun: 1, fresh: false, gained: 0, saved: 0 },
    { rule, t: 'stunned', who: 0, stun: 0, fresh: false, gained: 0, saved: 0 },
    { rule, t: 'stunned', who: 0, stun: 0, fresh: false, gained: 0, saved: 1 },
  ],
  out: [
    { rule, t: 'out', who: 3, by: 0 },
    { rule, t: 'out', who: 3, by: null },
  ],
  left_board: [
    { rule, t: 'left_board', who: 3, from: [1, 1], by: 2 },
    { rule, t: 'left_board', who: 3, from: [1, 1], by: null },
  ],
  seized: [{ rule, t: 'seized', who: 2, victim: 3 }],
  released: [{ rule, t: 'released', who: 2, victim: 3 }],
  targets: [{ rule, t: 'targets', who: 0, target: 2 }],
  spared: [{ rule, t: 'spared', who: 0, target: 1 }],
  working: [
    { rule, t: 'working', who: 0, task: { rob: { victim: 3, resting: false } } },
    { rule, t: 'working', who: 0, task: { dress: { item: 0, on: false, resting: true } } },
    { rule, t: 'working', who: 3, task: { dress: { item: 8, on: true, resting: false } } },
    { rule, t: 'working', who: 0, task: null },
  ],
  item: [
    { rule, t: 'item', id: 3, kind: 'chaise', place: { carried: 0 } },
    { rule, t: 'item', id: 1, kind: 'cran', place: { at: [[4, 4], 'ground'] } },
    { rule, t: 'item', id: 2, kind: 'tesson', place: { carried: 0 } },
    { rule, t: 'item', id: 8, kind: 'gilet', place: { worn: 3 } },
    { rule, t: 'item', id: 0, kind: 'blouson', place: { carried: 0 } },
    { rule, t: 'item', id: 6, kind: 'chaine', place: { carried: 0 } },
    { rule, t: 'item', id: 4, kind: 'matraque', place: 'gone' },
    { rule, t: 'item', id: 9, kind: 'caisse', place: { at: [[4, 4], 'top'] } },
  ],
  throws: [
    { rule, t: 'throws', who: 0, id: 1, from: [7, 6], to: [7, 9], aggressive: true },
    { rule, t: 'throws', who: 0, id: 2, from: [7, 6], to: [7, 9], aggressive: false },
  ],
  piece: [
    {
      rule,
      t: 'piece',
      id: 0,
      cells: [
        [7, 5],
        [7, 6],
      ],
      overturned: false,
      gone: false,
    },
    {
      rule,
      t: 'piece',
      id: 0,
      cells: [
        [7, 5],
        [7, 6],
      ],
      overturned: true,
      gone: false,
    },
    {
      rule,
      t: 'piece',
      id: 0,
      cells: [
        [7, 5],
        [7, 6],
      ],
      overturned: false,
      gone: true,
    },
  ],
  leaf: [
    { rule, t: 'leaf', door: 0, leaf: 1, open: true },
    { rule, t: 'leaf', door: 2, leaf: 0, open: false },
  ],
  bolt: [
    { rule, t: 'bolt', door: 1, bolted: true },
    { rule, t: 'bolt', door: 1, bolted: false },
  ],
  door_destroyed: [{ rule, t: 'door_destroyed', door: 0 }],
  window: [
    { rule, t: 'window', window: 0, state: 'open' },
    { rule, t: 'window', window: 0, state: 'shut' },
    { rule, t: 'window', window: 0, state: 'destroyed' },
  ],
  panel_destroyed: [{ rule, t: 'panel_destroyed', panel: 0 }],
  phone_destroyed: [{ rule, t: 'phone_destroyed', phone: 1 }],
  glass: [
    { rule, t: 'glass', at: [4, 5], present: true },
    { rule, t: 'glass', at: [4, 5], present: false },
  ],
  score: [
    { rule, t: 'score', seat: 0, points: 3, total: 8, reason: 'hs' },
    { rule, t: 'score', seat: 1, points: -1, total: 2, reason: 'left' },
  ],
  plot: [
    { rule, t: 'plot', plot: { call: [0, 3], called: null, entered: [], by_window: false, carried_out: null, through_wc_window: false, last_turn: null } },
    { rule, t: 'plot', plot: { call: null, called: 3, entered: [], by_window: false, carried_out: null, through_wc_window: false, last_turn: 7 } },
  ],
  gave_up: [{ rule: 'RUL-109', t: 'gave_up', seat: 1 }],
  tied: [
    { rule, t: 'tied', seats: [0, 1], by: 'in_play' },
    { rule, t: 'tied', seats: [0, 1], by: 'points_left' },
    { rule, t: 'tied', seats: [0, 1], by: 'nothing' },
  ],
  over: [
    { rule, t: 'over', outcome: { winners: [0], scores: [8, 3], reason: 'turns' } },
    { rule, t: 'over', outcome: { winners: [0, 1], scores: [3, 3], reason: 'last_band' } },
  ],
};

/** All of them in one list. */
export const ALL_FACTS: readonly Fact[] = (Object.values(FACTS) as readonly (readonly Fact[])[]).flat();
