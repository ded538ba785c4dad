/** Made-up games of every era, for the gallery and the tests. */
import { turned } from '../../../../surface/plane/geometry';
import type { Overlay, PathVerdict, SightLine } from '../../../../surface/plane/tools';
import type { Built, Era, Fact, Figure, Placed, Pt, TableView, Terrain, TerrainKind } from '../types';
import terrain from './terrain.json';

export const KINDS = terrain as unknown as TerrainKind[];

interface SampleBand {
  name: string;
  era: Era;
  members: Built[];
}

const BANDS: Readonly<Record<Era, readonly [SampleBand, SampleBand]>> = {
  western: [
    {
      name: 'Dry Gulch',
      era: 'western',
      members: [
        { name: 'Le Shérif', chief: true, weapons: ['w_colt'], skills: ['big_boss'], look: 0 },
        { name: 'Calamity', weapons: ['w_winchester'], look: 2 },
        { name: 'Double Six', weapons: ['w_double_colt'], look: 1 },
        { name: 'Gros Louis', weapons: ['w_fusil_de_chasse'], look: 3 },
        { name: 'Le Trappeur', weapons: ['w_fusil_a_bison'], look: 5 },
      ],
    },
    {
      name: 'Los Perdidos',
      era: 'western',
      members: [
        { name: 'Don Diego', chief: true, weapons: ['w_colt_long'], look: 4 },
        { name: 'Chico', weapons: ['w_winchester'], look: 1 },
        { name: 'La Veuve', weapons: ['w_derringer', 'w_couteau'], look: 6 },
        { name: 'Pedro', weapons: ['w_fusil_de_chasse'], look: 4 },
        { name: 'As de Pique', weapons: ['w_jeu_de_carte'], look: 1 },
      ],
    },
  ],
  pirates: [
    {
      name: 'La Veuve',
      era: 'pirates',
      members: [
        { name: 'Capitaine', chief: true, weapons: ['p_epee', 'p_pistolet'], look: 0 },
        { name: 'Bosco', weapons: ['p_deux_mains'], look: 1 },
        { name: 'Anne', weapons: ['p_deux_armes'], look: 2 },
        { name: 'Gabier', weapons: ['p_fusil'], look: 3 },
        { name: 'Vieux Jean', weapons: ['p_armes_diverses', 'p_crochet'], look: 4 },
      ],
    },
    {
      name: 'Les Frères',
      era: 'pirates',
      members: [
        { name: 'Barbe Grise', chief: true, weapons: ['p_tromblon', 'p_epee'], look: 4 },
        { name: 'Tambour', weapons: ['p_couteau_de_lance'], look: 5 },
        { name: 'Coco', weapons: ['p_perroquet'], look: 1 },
        { name: 'Jambe de Bois', weapons: ['p_deux_pistolets'], look: 3 },
        { name: 'La Belle', weapons: ['p_epee'], look: 2 },
      ],
    },
  ],
  ww2: [
    {
      name: 'Patrouille',
      era: 'ww2',
      members: [
        { name: 'Sergent', chief: true, weapons: ['s_pistolet_mitrailleur'], look: 0 },
        { name: 'Gunner', weapons: ['s_mitrailleuse_legere'], look: 5 },
        { name: 'Radio', weapons: ['s_fusil'], look: 3 },
        { name: 'Para', weapons: ['s_grenade'], look: 1 },
        { name: 'Estafette', weapons: ['s_pistolet'], look: 4 },
      ],
    },
    {
      name: 'Le Maquis',
      era: 'ww2',
      members: [
        { name: 'Colonel', chief: true, weapons: ['s_fusil_de_sniper'], look: 2 },
        { name: 'Lucien', weapons: ['s_fusil'], look: 2 },
        { name: 'Simone', weapons: ['s_mortier_leger'], look: 4 },
        { name: 'Marcel', weapons: ['s_mitrailleuse_lourde'], look: 5 },
        { name: 'Paulo', weapons: ['s_baionnette'], look: 0 },
      ],
    },
  ],
  medieval: [
    {
      name: 'Compagnie',
      era: 'medieval',
      members: [
        { name: 'Le Capitaine', chief: true, weapons: ['m_epee', 'm_bouclier'], armour: 'm_armure_complete', look: 0 },
        { name: 'Piquier', weapons: ['m_deux_mains'], armour: 'm_armure_legere', look: 1 },
        { name: 'Aliénor', weapons: ['m_arc'], look: 2 },
        { name: 'Guillaume', weapons: ['m_arbalete'], look: 3 },
        { name: 'Le Petit', look: 5 },
      ],
    },
    {
      name: 'Routiers',
      era: 'medieval',
      members: [
        { name: 'Le Borgne', chief: true, weapons: ['m_deux_armes'], look: 4 },
        { name: 'Gaucher', weapons: ['m_armes_diverses'], look: 4 },
        { name: 'Mahaut', weapons: ['m_arc'], look: 2 },
        { name: 'Ferrand', weapons: ['m_tromblon'], look: 3 },
        { name: 'Bertrand', weapons: ['m_couteau_de_lance'], look: 1 },
      ],
    },
  ],
};

const READY: Readonly<Record<Era, readonly Terrain[]>> = {
  western: ['W-2', 'W-1', 'W-6', 'W-7', 'W-3', 'W-5', 'W-4', 'W-8'],
  pirates: ['P-3', 'P-1', 'P-8', 'P-4', 'P-6', 'P-5', 'P-2', 'P-7'],
  ww2: ['S-1', 'S-3', 'S-6', 'S-8', 'S-2', 'S-7', 'S-4', 'S-5'],
  medieval: ['M-1', 'M-2', 'M-7', 'M-4', 'M-3', 'M-5', 'M-6', 'M-8'],
};
const PLACES: readonly [number, number, number][] = [
  [2600, 3400, 1],
  [9000, 8900, 0],
  [3000, 9000, 0],
  [9200, 3400, 0],
  [6000, 3500, 0],
  [6300, 8800, 22],
  [2000, 6200, 6],
  [9800, 6000, 3],
];

const figure = (seat: number, at: Pt, facing: Pt, more: Partial<Figure> = {}): Figure => ({
  seat,
  at,
  z: 0,
  facing,
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
  ...more,
});

/** A fight in full swing on a table of an era. */
export function sample(era: Era): TableView {
  const bands = BANDS[era];
  const pieces: Placed[] = READY[era].map((piece, i) => {
    const [x, y, turn] = PLACES[i] as [number, number, number];
    return { piece, at: [x, y], turn };
  });
  const roof = KINDS.find((kind) => kind.id === READY[era][1])?.height ?? 0;
  const members: Built[] = bands.flatMap((band) => band.members);
  const figures = [
    figure(0, [6000, 2500], [0, 1000], { da: 3 }),
    figure(0, [4600, 3000], [400, 1000], { in_cover: true, da: 1 }),
    figure(0, [7400, 2700], [-200, 1000], { wounded: true, da: 0, heroic_tried: true }),
    figure(0, [5200, 5600], [1000, 200], { charges: [0, 0], da: 1 }),
    figure(0, [8700, 3300], [-1000, 400]),
    figure(1, [8900, 8800], [-500, -1000], { z: roof, da: 2 }),
    figure(1, [5450, 5600], [-1000, 0], { da: 1 }),
    figure(1, [6800, 6900], [0, -1000], { down: true, da: 0 }),
    figure(1, [3000, 7600], [600, -1000], { wounded: true, down: true, da: 0 }),
    figure(1, [6300, 9600], [0, -1000], { in_cover: true, charges: [0, 1] }),
  ];
  return {
    era,
    pieces,
    figures,
    members,
    bands: [...bands],
    edges: ['s', 'n'],
    markers: [
      { at: [6000, 6000], owner: null, sacked: false },
      { at: [3500, 700], owner: 0, sacked: false },
      { at: [8000, 11400], owner: 1, sacked: false },
    ],
    active: 0,
  };
}

const circle = (at: Pt, u: number): Pt[] =>
  Array.from({ length: 48 }, (_, i) => [Math.round(at[0] + Math.cos((i * Math.PI) / 24) * u), Math.round(at[1] + Math.sin((i * Math.PI) / 24) * u)]);
const rays = (at: Pt): { to: Pt; covered: boolean }[] =>
  Array.from({ length: 16 }, (_, i) => {
    const angle = Math.PI / 2 + ((-84.375 + 11.25 * i) * Math.PI) / 180;
    return { to: [Math.round(at[0] + Math.cos(angle) * 250), Math.round(at[1] + Math.sin(angle) * 250)] as Pt, covered: i > 4 && i < 11 };
  });

const VERDICT: PathVerdict = {
  ok: true,
  walked: [
    [6000, 2500],
    [6400, 3100],
    [6900, 4300],
    [6900, 5100],
  ],
  length: 2810,
  cost: 2810,
  budget: 3000,
  da: 2,
  checkpoints: [
    { at: [6200, 2800], watchers: [] },
    { at: [6400, 3100], watchers: [] },
    { at: [6560, 3490], watchers: [5] },
    { at: [6730, 3890], watchers: [5] },
    { at: [6900, 4300], watchers: [5, 6] },
    { at: [6900, 4700], watchers: [6] },
    { at: [6900, 5100], watchers: [6] },
  ],
};
const SIGHT: SightLine[] = [
  {
    from: 0,
    to: 5,
    line: [
      [6000, 2500],
      [8900, 8800],
    ],
    seen: true,
  },
  {
    from: 0,
    to: 8,
    line: [
      [6000, 2500],
      [3000, 7600],
    ],
    seen: true,
    cover: [5],
    free: { n: 6, of: 10 },
    pieces: [4],
    rays: [
      { to: [3000, 7600], free: true },
      { to: [3060, 7620], free: true },
      { to: [2940, 7580], free: false, stop: [4600, 4880] },
    ],
  },
  {
    from: 0,
    to: 9,
    line: [
      [6000, 2500],
      [6300, 9600],
    ],
    seen: false,
    blocked: [6260, 8540],
    free: { n: 0, of: 10 },
    pieces: [5],
  },
];

/** What the tools lay over the table. */
export const OVERLAYS: Readonly<Record<string, Overlay>> = {
  none: { selected: 0 },
  path: {
    selected: 0,
    path: {
      fig: 0,
      points: [
        [6400, 3100],
        [6900, 4300],
        [6900, 5100],
      ],
      verdict: VERDICT,
    },
  },
  barred: {
    selected: 3,
    path: {
      fig: 0,
      points: [
        [5200, 3300],
        [6000, 4300],
      ],
      verdict: {
        ...VERDICT,
        ok: false,
        walked: [
          [6000, 2500],
          [5560, 2950],
        ],
        stop: [5560, 2950],
        barrier: { piece: 2 },
        difficult: [
          [
            [5800, 2700],
            [5560, 2950],
          ],
        ],
        slow: { u: 350, rate: 2 },
        cost: 640,
        budget: 1000,
        da: 1,
        checkpoints: [],
        why: 'La clôture barre le passage',
      },
    },
  },
  cut: {
    selected: 0,
    path: {
      fig: 0,
      points: [
        [6100, 5000],
        [5700, 5500],
      ],
      verdict: {
        ...VERDICT,
        walked: [
          [6000, 2500],
          [6100, 5000],
          [5660, 5450],
        ],
        cut: [5660, 5450],
        cost: 3000,
        checkpoints: [],
      },
    },
  },
  reach: {
    selected: 0,
    reach: [
      { fig: 0, da: 2, rings: [circle([6000, 3900], 1600)] },
      { fig: 0, da: 1, rings: [circle([6000, 2500], 1000)] },
    ],
  },
  sight: { selected: 0, sight: SIGHT },
  cover: { selected: 1, cover: { fig: 1, legal: true, covered: 6, of: 16, needed: 4, pieces: [2], rays: rays([4600, 3000]) } },
  range: { selected: 4, range: { fig: 4, weapon: 'w_fusil_a_bison', short: 3000, long: 6000 }, arcs: [4] },
  odds: {
    selected: 0,
    targets: [5, 6, 7],
    odds: [
      {
        target: 5,
        title: 'Winchester, longue portée',
        hit: 0.28,
        mods: [{ n: -1, what: 'longue portée' }],
        outcomes: [
          { what: 'down', share: 0.14 },
          { what: 'wounded', share: 0.09 },
          { what: 'out', share: 0.05 },
        ],
      },
      { target: 6, title: 'Winchester, courte portée', hit: 0.58 },
      { target: 7, title: 'Winchester, courte portée', hit: 0.42 },
    ],
  },
  place: { placing: { kind: 'piece', piece: 'W-2', at: [6000, 6600], turn: 2, ok: true } },
  clash: { placing: { kind: 'piece', piece: 'W-2', at: [2900, 4000], turn: 2, ok: false, why: 'Trop près des rochers' } },
  interrupt: { interrupt: { at: [6900, 5100], mover: 0, reactors: [5, 6], chosen: 5, checkpoint: [6730, 3890] }, targets: [5, 6] },
  ruler: { ruler: { from: { at: [6000, 2500], fig: 0 }, to: { at: [8900, 8800], fig: 5 } } },
  edges: {
    edges: [
      { edge: 's', choice: true },
      { edge: 'n', choice: true },
      { edge: 'e', choice: true },
      { edge: 'w', choice: true },
    ],
  },
  blast: { circle: { at: [6800, 6900], radius: 1000 } },
};

const turnedTo = (fig: number, steps: number): Fact => ({ rule: 'GEN-ACT-34', t: 'faced', fig, facing: turned([0, 1000], steps) });

/** A brawl, fact by fact. */
export const BRAWL: readonly Fact[] = [
  { rule: 'GEN-ACT-01', t: 'turn', turn: 3, da: [3, 1, 0, 1, 2, 2, 1, 0, 0, 2], idle: 0 },
  {
    rule: 'GEN-ACT-01',
    t: 'acts',
    fig: 0,
    act: {
      act: 'move',
      path: [
        [6400, 3100],
        [6900, 4300],
        [6900, 5100],
      ],
      run: true,
      exit: false,
    },
    cost: 2,
  },
  {
    rule: 'GEN-ACT-01',
    t: 'moved',
    fig: 0,
    path: [
      [6000, 2500],
      [6400, 3100],
      [6900, 4300],
      [6900, 4700],
    ],
    z: 0,
    way: 'run',
  },
  { rule: 'GEN-ACT-01', t: 'reacts', fig: 5, actor: 0, reaction: { fig: 5, at: 7, ao: { ao: 'shoot', weapon: 0 } } },
  { rule: 'GEN-ACT-01', t: 'attack', fig: 5, target: 0, weapon: 'w_winchester', distance: 4300, long: true },
  { rule: 'GEN-ACT-01', t: 'rolled', throw: 'attack', seat: 1, fig: 5, faces: [5], mods: [{ rule: 'GEN-SHT-03', n: -1 }], total: 4, need: null, ok: null },
  { rule: 'GEN-ACT-01', t: 'rolled', throw: 'defence', seat: 0, fig: 0, faces: [2, 3], mods: [], total: 3, need: 4, ok: false },
  { rule: 'GEN-ACT-01', t: 'verdict', fig: 5, target: 0, verdict: 'hit' },
  { rule: 'GEN-ACT-01', t: 'rolled', throw: 'wound', seat: 1, fig: 5, faces: [2], mods: [], total: 2, need: null, ok: null },
  { rule: 'GEN-ACT-01', t: 'down', fig: 0, down: true },
  {
    rule: 'GEN-ACT-01',
    t: 'moved',
    fig: 0,
    path: [
      [6900, 4700],
      [6600, 4300],
    ],
    z: 0,
    way: 'pushed',
  },
  turnedTo(3, 18),
  { rule: 'GEN-ACT-01', t: 'verdict', fig: 3, target: 6, verdict: 'won' },
  { rule: 'GEN-ACT-01', t: 'wounded', fig: 6, wounded: true },
  {
    rule: 'GEN-ACT-01',
    t: 'moved',
    fig: 5,
    path: [
      [8900, 8800],
      [8500, 8000],
    ],
    z: 0,
    way: 'fell',
  },
  { rule: 'GEN-ACT-01', t: 'attack', fig: 3, target: 9, weapon: 's_grenade', distance: 3900, long: false },
  { rule: 'GEN-ACT-01', t: 'status', fig: 7, status: 'ooa' },
];
