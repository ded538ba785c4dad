/** Made-up moments of a game on the default board. */
import type { BoardSpec, Fact, FighterView, Figure, Item, ItemKind, Place, View } from '../../../../protocol/baston';
import type { Notice } from '../../telling';
import spec from './troquet.json';

export const BOARD = spec as unknown as BoardSpec;

/** A figure as it comes in. */
export const NOW: Figure = {
  fate: 'in',
  rank: 1,
  at: [6, 4],
  facing: 5,
  prone: false,
  top: false,
  left: [8, 9, 5, 2, 5],
  stun: 0,
  fresh: false,
  holding: null,
  held_by: null,
  orders: ['-/-', '-/-', '-/-'],
  owes: false,
  resting: false,
  done: false,
  cancelled: [false, false],
  shaken: false,
  queued: false,
  task: null,
  by: null,
};
const NAMES = [
  'Dédé la Banane',
  'Josiane',
  'Le Patron',
  'Gloria',
  'Yvon',
  'Bébert',
  'Véro',
  'Titi',
  'Marlowe',
  'Mamie Lucette',
  'Rico',
  'Lou',
  'Jo le Dur',
  'Marcus',
  'Brigadier Poulet',
  'Nadège',
  'Kevin',
  'Baptiste',
];

/** A character in play; `now` says what differs from standing unhurt. */
export function fighter(who: number, seat: number, now: Partial<Figure>): FighterView {
  return {
    who,
    seat,
    letter: String.fromCharCode(65 + who),
    name: NAMES[who] ?? `N° ${who}`,
    stats: [5, 4, 3, 4, 5],
    points: [8, 9, 5, 2, 5],
    look: who,
    now: { ...NOW, rank: who + 1, ...now },
  };
}

const item = (kind: ItemKind, place: Place): Item => ({ kind, place });

/** The bar before anybody comes in; people and their things are added. */
export function viewOf(fighters: FighterView[], carried: Item[] = []): View {
  const seats = [...new Set(fighters.map((one) => one.seat))].sort();
  return {
    scenario: 'SCN-00',
    options: {
      characteristic_8: false,
      corner_test: false,
      melee_one_step: false,
      glass_from_windows: false,
      thrown_breaks_window: false,
      jostle_test: false,
      reveal_by_sequence: false,
    },
    turns: 15,
    board: BOARD,
    bands: seats.map((seat) => ({
      seat,
      name: ['Les Habitués', 'La Place', 'Les Flippés', 'Les Artistes', 'Trottoir Est', 'Trottoir Sud'][seat] ?? '',
      score: 0,
      ready: false,
    })),
    fighters,
    items: [
      ...BOARD.chairs.points.map((at) => item('chaise', { at: [at, 'ground'] })),
      ...BOARD.bottles.whole.map((bottle) => item('canette', { at: [bottle.point, bottle.layer] })),
      ...carried,
    ],
    pieces: BOARD.furniture.map(({ kind, cells }) => ({ kind, cells, overturned: false, gone: false })),
    doors: BOARD.doors.map(() => ({ open: [false, false], destroyed: false, bolted: false })),
    windows: BOARD.windows.map(() => 'shut'),
    panels: BOARD.booths.flatMap((booth) => booth.panels.map(() => false)),
    phones: BOARD.phones.map(() => false),
    glass: [],
    gave_up: [],
    turn: 1,
    sequence: 1,
    phase: 'rank',
    active: null,
    plot: { call: null, called: null, entered: [], by_window: false, carried_out: null, through_wc_window: false, last_turn: null },
    outcome: null,
    mine: null,
    parts: ['T', 'TR', 'BD', 'BG', 'J'],
  };
}

/** One fact as a notice; the rule it cites does not matter here. */
export const notice = (...facts: Record<string, unknown>[]): Notice => ({
  facts: facts.map((fact) => ({ rule: 'BAS-EXE-00', ...fact }) as unknown as Fact),
  set: [],
});

/** A blow with bare fists that strikes. */
export const HIT = {
  t: 'to_hit',
  who: 0,
  target: 3,
  row: 'CP_NU',
  die: 17,
  stat: 'COM',
  value: 5,
  target_mod: 0,
  attacker_mod: 0,
  range_mod: 0,
  total: 22,
  hit: true,
};

/** Where the items that people bring begin in a view of {@link viewOf}. */
export const FIRST_CARRIED = BOARD.chairs.points.length + BOARD.bottles.whole.length;
