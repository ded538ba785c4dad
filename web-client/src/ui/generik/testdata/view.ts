/** A made-up moment of a skirmish, for tests. */
import type { Aftermath, Band, Figure, Force, Member, Scene, View } from '../../../protocol/generik';

const member = (id: number, name: string, more: Partial<Member> = {}): Member => ({
  id,
  name,
  chief: false,
  weapons: [],
  skills: [],
  look: 0,
  health: 'well',
  founder: false,
  ...more,
});

export const BANDS: readonly Band[] = [
  {
    name: 'Dry Gulch',
    era: 'western',
    members: [
      member(0, 'Ringo', { chief: true, founder: true, weapons: ['w_colt'], skills: ['big_boss', 'grosse_moustache'] }),
      member(1, 'Calam', { weapons: ['w_winchester'], skills: ['sang_froid'] }),
      member(2, 'Ugly Joe', { weapons: ['w_double_colt', 'w_couteau'], skills: ['pas_tres_fin'] }),
    ],
  },
  {
    name: 'Les Olsen',
    era: 'western',
    members: [
      member(0, 'Lefty', { chief: true, founder: true, weapons: ['w_fusil_a_bison'], skills: ['chargez'] }),
      member(1, 'Abigaïl', { weapons: ['w_fusil_de_chasse'], skills: ['boucher'] }),
      member(2, 'Doc', { weapons: ['w_derringer', 'w_jeu_de_carte'], skills: ['mort_vivant'] }),
    ],
  },
];

/** A figure that stands unhurt. */
export const STANDING: Figure = {
  seat: 0,
  at: [0, 0],
  z: 0,
  facing: [0, 1],
  status: 'on_table',
  da: 2,
  wounded: false,
  down: false,
  in_cover: false,
  charges: [1, 1],
  da_removed: false,
  heroic_tried: false,
  shield_used: false,
  dim_rolled: false,
  distract_used: false,
  flask_used: false,
  lucky_used: false,
  moustache_used: false,
};

const figure = (seat: number, x: number, y: number, more: Partial<Figure> = {}): Figure => ({
  ...STANDING,
  seat,
  at: [x, y],
  facing: [0, seat === 0 ? 1 : -1],
  charges: [1, 0],
  ...more,
});

const force = (edge: 's' | 'n', value: number): Force => ({
  initial_count: 3,
  value,
  edge,
  heroic_locked: false,
  beaten: null,
  offers_draw: false,
  conceding: false,
  champion: null,
});

const SCENE: Scene = {
  stage: 'fight',
  scenario: 'baston_generale',
  pieces_due: 2,
  pieces: [
    { piece: 'W-1', at: [3000, 3000], turn: 0 },
    { piece: 'W-4', at: [6000, 6000], turn: 6 },
  ],
  attacker: 0,
  order: [0, 1],
  turn: 1,
  phase: { number: 3, seat: 0, acted: false, end: null, heroic: null, last: null, left: [], ledger: [], back: [] },
  empty_run: 0,
  idle_turns: 0,
  turn_acted: true,
  figures: [
    figure(0, 6000, 3000, { da: 3 }),
    figure(0, 5000, 3000),
    figure(0, 7000, 3000, { charges: [1, 0] }),
    figure(1, 6000, 7000),
    figure(1, 5200, 6400),
    figure(1, 7300, 6800, { charges: [0, 0] }),
  ],
  forces: [force('s', 70), force('n', 65)],
  markers: [
    { at: [6000, 6000], owner: null, sacked: false },
    { at: [4000, 11500], owner: 1, sacked: false },
  ],
  control: null,
  sealed: [],
  after: [],
  outcome: null,
};

export const VIEW: View = {
  setup: {
    era: 'western',
    scenario: 'baston_generale',
    ground: 'ready',
    options: {
      free_switching: true,
      idle_turns_draw: 3,
      max_turns: 20,
      allow_disengage: false,
      heroic_after_da_removed: true,
      ao_quota: 'per_actor',
      figures_block_los: false,
      defence_blind: false,
      down_target_shoot_mod: -1,
      down_defender_can_wound: false,
      chain_knockdown_loses_da: false,
      blast_knockdown_loses_da: false,
      armour_uses_weapon_slot: false,
      mixed_eras: false,
      down_unarmed: false,
      old_wounds_free: false,
    },
    campaign: false,
    youngest: 0,
    bands: [...BANDS],
  },
  figures: BANDS.flatMap((band, seat) => band.members.map((_, n) => ({ fig: seat * 3 + n, seat, member: n, cost: 25 }))),
  scene: SCENE,
  mine: null,
};

/** A band in the steps after the game. */
export const aftermath = (more: Partial<Aftermath> = {}): Aftermath => ({
  step: 'care',
  answered: 2,
  purse: { treasury: 63, reputation: 3, threshold: 2, games: 1, next_id: 3 },
  rights: 1,
  band: BANDS[0]!,
  members: [0, 1, 2].map((id) => ({
    id,
    health: id === 2 ? 'out' : id === 1 ? 'wounded' : 'well',
    fit: id === 0,
    for_money: false,
    tried: false,
    gone: false,
  })),
  ...more,
});
