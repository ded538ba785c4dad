/** Made-up games of every era. */
import { turned } from '../../../../surface/plane/geometry';
import type { Built, Era, Fact, Figure, Placed, Pt, TableView, Terrain, TerrainKind } from '../types';
import { STANDING } from '../../testdata/view';
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

const figure = (seat: number, at: Pt, facing: Pt, more: Partial<Figure> = {}): Figure => ({ ...STANDING, seat, at, facing, ...more });

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
