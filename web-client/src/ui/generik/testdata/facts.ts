/** One fact of every kind, and more where the words differ. */
import type { Fact } from '../../../protocol/generik';
import { aftermath } from './view';

type Kinds = { [T in Fact['t']]: readonly Extract<Fact, { t: T }>[] };
const rule = 'GEN-SHT-04';
const die = { rule, t: 'rolled' as const, seat: 0, fig: 0, mods: [], need: null, ok: null };
const shot = { rule, t: 'acts', fig: 2, cost: 2 } as const;

export const FACTS: Kinds = {
  stage: [
    { rule, t: 'stage', stage: 'terrain' },
    { rule, t: 'stage', stage: 'over' },
  ],
  scenario: [{ rule, t: 'scenario', scenario: 'tete_du_chef' }],
  due: [
    { rule, t: 'due', pieces: 7 },
    { rule, t: 'due', pieces: 1 },
  ],
  piece: [
    { rule, t: 'piece', seat: 1, piece: { piece: 'W-7', at: [3050, 9000], turn: 3 } },
    { rule, t: 'piece', seat: null, piece: { piece: 'M-3', at: [3000, 9000], turn: 0 } },
  ],
  cut: [{ rule, t: 'cut', why: 'no_room' }],
  attacker: [{ rule, t: 'attacker', seat: 1, order: [1, 0] }],
  edge: [{ rule, t: 'edge', seat: 0, edge: 's' }],
  sealed: [{ rule, t: 'sealed', seat: 0 }],
  champion: [{ rule, t: 'champion', seat: 1, fig: 4 }],
  marker: [
    { rule, t: 'marker', n: 0, at: [6000, 6000], owner: null },
    { rule, t: 'marker', n: 1, at: [4000, 11500], owner: 1 },
  ],
  fielded: [{ rule, t: 'fielded', seat: 0, count: 3, value: 70 }],
  turn: [
    { rule, t: 'turn', turn: 2, da: [3, 2, 2, 2, 2, 2], idle: 0 },
    { rule, t: 'turn', turn: 3, da: [3, 2, 2, 2, 2, 2], idle: 1 },
  ],
  phase: [{ rule, t: 'phase', number: 4, seat: 1 }],
  phase_over: [
    { rule, t: 'phase_over', seat: 0, why: 'chosen', empty_run: 0 },
    { rule, t: 'phase_over', seat: 0, why: 'chosen', empty_run: 1 },
    { rule, t: 'phase_over', seat: 0, why: 'hurt', empty_run: 0 },
  ],
  ending: [{ rule, t: 'ending', why: 'heroic' }],
  acts: [
    { ...shot, act: { act: 'shoot', weapon: 0, target: 3, fire: 'normal' } },
    { ...shot, act: { act: 'shoot', weapon: 0, target: 3, fire: 'powerful' } },
    { ...shot, act: { act: 'shoot', weapon: 0, target: 3, fire: 'multi' } },
    { ...shot, act: { act: 'shoot', weapon: 0, target: 3, fire: 'volley' } },
    { ...shot, act: { act: 'move', path: [[7000, 4000]], run: false, exit: false } },
    { ...shot, act: { act: 'move', path: [[7000, 6000]], run: true, exit: false } },
    { ...shot, act: { act: 'move', path: [[7000, 11900]], run: true, exit: true } },
    { ...shot, act: { act: 'climb', to: [7000, 3300] } },
    { ...shot, act: { act: 'attack', target: 4, weapon: 1, blow: 'normal' } },
    { ...shot, act: { act: 'attack', blow: 'normal' } },
    { ...shot, act: { act: 'attack', target: 4, weapon: null, blow: 'powerful' } },
    { ...shot, act: { act: 'attack', blow: 'multi' } },
    { ...shot, act: { act: 'cover' } },
    { ...shot, act: { act: 'reload', all: true } },
    { ...shot, act: { act: 'reload', all: false } },
    { ...shot, act: { act: 'drag', friend: 1, to: [7000, 3300] } },
    { ...shot, act: { act: 'stand_up' } },
    { ...shot, act: { act: 'sack', marker: 1 } },
    { ...shot, act: { act: 'distract', target: 4 } },
    { ...shot, act: { act: 'hook', target: 4 } },
    { ...shot, act: { act: 'drink' } },
    {
      ...shot,
      act: {
        act: 'charge',
        moves: [
          { fig: 0, to: [6000, 4000] },
          { fig: 1, to: [5000, 4000] },
        ],
      },
    },
    { ...shot, act: { act: 'insult', target: 4 } },
    { ...shot, act: { act: 'pivot', facing: [1, 0] } },
    { ...shot, cost: 0, act: { act: 'heroic' } },
    { ...shot, cost: 1, act: { act: 'heroic_reload' } },
  ],
  acted: [{ rule, t: 'acted', fig: 0 }],
  reacts: [
    { rule, t: 'reacts', fig: 3, actor: 0, reaction: { fig: 3, at: 4, ao: { ao: 'shoot', weapon: 0 } } },
    { rule, t: 'reacts', fig: 3, actor: 0, reaction: { fig: 3, at: 0, ao: { ao: 'cover' } } },
    { rule, t: 'reacts', fig: 3, actor: 0, reaction: { fig: 3, at: 1, ao: { ao: 'move', path: [[6000, 6500]] } } },
  ],
  ledger: [{ rule, t: 'ledger', seat: 1, fig: 0 }],
  kept: [
    {
      rule,
      t: 'kept',
      back: { fig: 0, at: [6000, 3000], z: 0, facing: [0, 1000], da: 2, in_cover: false, last: null, left: [], acted: false, turn_acted: false },
    },
  ],
  settled: [{ rule, t: 'settled' }],
  taken_back: [
    {
      rule,
      t: 'taken_back',
      fig: 0,
      at: [6000, 3000],
      z: 0,
      facing: [0, 1000],
      da: 2,
      in_cover: false,
      last: null,
      left: [],
      acted: false,
      turn_acted: false,
      back: [],
    },
  ],
  interrupted: [{ rule, t: 'interrupted', fig: 0 }],
  stopped: [
    { rule, t: 'stopped', fig: 0, why: 'hurt' },
    { rule, t: 'stopped', fig: 0, why: 'no_target' },
  ],
  rolled: [
    {
      ...die,
      throw: 'attack',
      faces: [5],
      mods: [
        { rule: 'GEN-SHT-03', n: -1 },
        { rule: 'GEN-SKL-07', n: 2 },
      ],
      total: 6,
    },
    { ...die, throw: 'defence', fig: 3, seat: 1, faces: [3, 4], total: 4, need: 6, ok: false },
    { ...die, throw: 'defence', fig: 3, seat: 1, faces: [3, 4], mods: [{ rule: 'GEN-CC-03', n: 1 }], total: 5, need: 5, ok: true },
    { ...die, throw: 'heroic', faces: [3], mods: [{ rule: 'GEN-SKL-11', n: 1 }], total: 4, need: 4, ok: true },
    { ...die, throw: 'rout', fig: null, faces: [3], total: 3, need: 2, ok: false },
    { ...die, throw: 'blast', fig: 4, faces: [4], total: 4, need: 4, ok: true },
    { ...die, throw: 'wound', fig: 3, faces: [5], mods: [{ rule: 'GEN-WPN-W4', n: 1 }], total: 6 },
    { ...die, throw: 'money', fig: null, faces: [4], total: 4 },
  ],
  chose: [
    { rule, t: 'chose', seat: 1, dec: 'GEN-DEC-17', fig: 3, choice: { defend: { extra: 1, weapon: null } } },
    { rule, t: 'chose', seat: 0, dec: 'GEN-DEC-17', fig: 2, choice: { defend: { extra: 0, weapon: 1 } } },
    { rule, t: 'chose', seat: 0, dec: 'GEN-DEC-20', fig: 0, choice: 'yes' },
    { rule, t: 'chose', seat: 0, dec: 'GEN-DEC-03', fig: null, choice: { edge: 'w' } },
    { rule, t: 'chose', seat: 1, dec: 'GEN-DEC-19', fig: 3, choice: { figure: 1 } },
  ],
  da: [
    { rule, t: 'da', fig: 0, da: 2, taken: false },
    { rule, t: 'da', fig: 0, da: 0, taken: true },
    { rule, t: 'da', fig: 5, da: 3, taken: false },
  ],
  moved: [
    {
      rule,
      t: 'moved',
      fig: 0,
      path: [
        [6000, 3500],
        [6500, 3500],
      ],
      z: 0,
      way: 'walk',
    },
    { rule, t: 'moved', fig: 1, path: [[2000, 200]], z: 0, way: 'deployed' },
    { rule, t: 'moved', fig: 1, path: [[5000, 3400]], z: 500, way: 'climb' },
    { rule, t: 'moved', fig: 2, path: [[7000, 3500]], z: -800, way: 'climb' },
    { rule, t: 'moved', fig: 3, path: [[6000, 7500]], z: 0, way: 'pushed' },
    { rule, t: 'moved', fig: 4, path: [[5200, 7000]], z: -600, way: 'fell' },
    { rule, t: 'moved', fig: 5, path: [[7300, 11875]], z: 0, way: 'exit' },
  ],
  faced: [
    { rule, t: 'faced', fig: 0, facing: [100, 100] },
    { rule, t: 'faced', fig: 0, facing: [0, -7] },
  ],
  cover: [
    { rule, t: 'cover', fig: 0, in_cover: true },
    { rule, t: 'cover', fig: 0, in_cover: false },
  ],
  down: [
    { rule, t: 'down', fig: 0, down: true },
    { rule, t: 'down', fig: 0, down: false },
  ],
  wounded: [
    { rule, t: 'wounded', fig: 0, wounded: true },
    { rule, t: 'wounded', fig: 0, wounded: false },
  ],
  status: (['waiting', 'on_table', 'ooa', 'exited', 'routed', 'home'] as const).map((status) => ({ rule, t: 'status', fig: 0, status }) as const),
  charges: [
    { rule, t: 'charges', fig: 0, charges: [0, 0] },
    { rule, t: 'charges', fig: 5, charges: [1, 0] },
    { rule, t: 'charges', fig: 4, charges: [1, 0] },
  ],
  used: (['heroic_tried', 'shield', 'dim', 'distract', 'flask', 'lucky', 'moustache'] as const).map((mark) => ({ rule, t: 'used', fig: 0, mark }) as const),
  heroic_die: [
    { rule, t: 'heroic_die', fig: 0 },
    { rule, t: 'heroic_die', fig: null },
  ],
  heroic_locked: [{ rule, t: 'heroic_locked', seat: 0 }],
  attack: [
    { rule, t: 'attack', fig: 0, target: 3, weapon: 'w_colt', distance: 1840, long: false },
    { rule, t: 'attack', fig: 1, target: 3, weapon: 'w_winchester', distance: 4000, long: true },
    { rule, t: 'attack', fig: 2, target: 4, weapon: 'w_couteau', distance: 0, long: false },
    { rule, t: 'attack', fig: 4, target: 2, weapon: null, distance: 0, long: false },
  ],
  verdict: (['hit', 'miss', 'won', 'countered', 'parried', 'tie', 'won_by_sword', 'countered_by_sword'] as const).map(
    (verdict) => ({ rule, t: 'verdict', fig: 0, target: 3, verdict }) as const,
  ),
  wound: (['nothing', 'knocked_down', 'wounded', 'out_of_action'] as const).map((wound) => ({ rule, t: 'wound', fig: 3, wound }) as const),
  redirected: [
    { rule, t: 'redirected', aimed: 3, victim: 1 },
    { rule, t: 'redirected', aimed: 3, victim: 3 },
  ],
  no_test: [
    { rule, t: 'no_test', fig: 3, throw: 'defence', why: 'certain' },
    { rule, t: 'no_test', fig: 3, throw: 'defence', why: 'hopeless' },
    { rule, t: 'no_test', fig: 0, throw: 'morale', why: 'tested' },
  ],
  barred: (['table', 'level', { piece: 0 }, { figure: 3 }] as const).map((by) => ({ rule, t: 'barred', fig: 0, by }) as const),
  skill: [
    { rule, t: 'skill', fig: 4, skill: 'boucher' },
    { rule, t: 'skill', fig: 3, skill: 'chargez' },
  ],
  beaten: (['rout', 'voluntary', 'conceded', 'eliminated', 'scenario'] as const).map((why) => ({ rule, t: 'beaten', seat: 1, why }) as const),
  sacked: [{ rule, t: 'sacked', marker: 1, fig: 0 }],
  control: [
    { rule, t: 'control', control: null },
    { rule, t: 'control', control: [0, 1] },
    { rule, t: 'control', control: [0, 2] },
  ],
  conceding: [{ rule, t: 'conceding', seat: 1 }],
  draw_offer: [
    { rule, t: 'draw_offer', seat: 1, offer: true },
    { rule, t: 'draw_offer', seat: 1, offer: false },
  ],
  score: [
    {
      rule,
      t: 'score',
      seat: 0,
      lines: [
        { code: 'ooa_chief', fig: 3, n: 15 },
        { code: 'win', fig: null, n: 15 },
      ],
      total: 30,
    },
  ],
  ended: [
    { rule, t: 'ended', outcome: { winners: [0], scores: [30, 5], reason: 'scenario' } },
    { rule, t: 'ended', outcome: { winners: [], scores: [5, 5], reason: 'turns' } },
  ],
  after: [
    { rule, t: 'after', seat: 0, aftermath: aftermath() },
    {
      rule,
      t: 'after',
      seat: 0,
      aftermath: aftermath({
        step: 'pay',
        purse: { treasury: 48, reputation: 4, threshold: 2, games: 1, next_id: 3 },
        members: [
          { id: 0, health: 'well', fit: true, for_money: true, tried: false, gone: false },
          { id: 1, health: 'well', fit: false, for_money: false, tried: false, gone: false },
          { id: 2, health: 'out', fit: false, for_money: false, tried: true, gone: true },
        ],
      }),
    },
  ],
  did: [
    { rule, t: 'did', seat: 0, after: { money: [0, 1] } },
    { rule, t: 'did', seat: 0, after: { money: [] } },
    { rule, t: 'did', seat: 0, after: { reputation: [2] } },
    { rule, t: 'did', seat: 0, after: { care: 1 } },
    { rule, t: 'did', seat: 0, after: { care: null } },
    { rule, t: 'did', seat: 0, after: { pay: { dismissed: [] } } },
    { rule, t: 'did', seat: 0, after: { pay: { dismissed: [2] } } },
    { rule, t: 'did', seat: 0, after: { buy: { arm: { member: 1, weapon: 'w_colt', replaces: 'w_winchester' } } } },
    { rule, t: 'did', seat: 0, after: { buy: { arm: { member: 1, weapon: 'w_colt' } } } },
    { rule, t: 'did', seat: 0, after: { buy: { armour: { member: 1, armour: 'm_armure_legere' } } } },
    { rule, t: 'did', seat: 0, after: { buy: { discard: { member: 1, weapon: 'w_winchester' } } } },
    {
      rule,
      t: 'did',
      seat: 0,
      after: { buy: { recruit: { id: 3, name: 'Pat', chief: false, weapons: [], skills: [], look: 0, health: 'well', founder: false } } },
    },
    { rule, t: 'did', seat: 0, after: { buy: null } },
    { rule, t: 'did', seat: 0, after: { skill: [1, 'veinard'] } },
    { rule, t: 'did', seat: 0, after: { skill: null } },
    { rule, t: 'did', seat: 0, after: { chief: 1 } },
  ],
};

export const ALL_FACTS: readonly Fact[] = Object.values(FACTS).flat();
