/**
 * The layout of the maps on the page: a panel for each zone, by the names of the tables, in units of the page, and what is drawn in it.
 * Panels that a link joins share a gutter, or have a free way between them.
 */

/** A thing in a panel: its drawing, the place of its foot (shares of width and height), and its scale. */
export type Prop = readonly [name: string, x: number, y: number, size?: number];

export interface PanelPlan {
  readonly box: readonly [x: number, y: number, w: number, h: number];
  /** The colours above and below, and the height at which they meet, as a share. */
  readonly sky: string;
  readonly floor: string;
  readonly horizon?: number;
  readonly props: readonly Prop[];
}

export type PagePlan = Readonly<Record<string, PanelPlan>>;

const panel = (box: PanelPlan['box'], sky: string, floor: string, props: readonly Prop[], horizon = 0.52): PanelPlan => ({ box, sky, floor, props, horizon });

/** Colours of several panels. */
const NIGHT = '#2b3a67';
const DUSK = '#c96f4a';
const BRICK = '#7a4a3c';
const CONCRETE = '#8d8a86';
const PLANKS = '#8a5a2b';
const PAVING = '#6b6f7c';
const WATER = '#2f7f93';
const DEEP = '#1f5568';
const SAND = '#d8b978';
const SLATE = '#4a5568';
const LIGHT = '#b9c7d6';

const entrepot: PagePlan = {
  portail: panel([0, 0, 250, 760], NIGHT, PAVING, [
    ['gate', 0.5, 0.6, 2],
    ['lamp', 0.14, 0.66, 1.5],
    ['barrel', 0.84, 0.72],
  ]),
  caisses: panel([290, 0, 280, 250], BRICK, PLANKS, [
    ['crates', 0.2, 0.7, 1.3],
    ['crates', 0.82, 0.74, 1.4],
    ['crate', 0.54, 0.64],
  ]),
  allee: panel([290, 290, 280, 470], SLATE, CONCRETE, [
    ['window', 0.3, 0.3, 1.1],
    ['window', 0.72, 0.3, 1.1],
    ['lamp', 0.9, 0.6, 1.3],
    ['barrel', 0.1, 0.66],
  ]),
  passerelle: panel([610, 0, 290, 215], '#5b6f8f', '#39465c', [
    ['rail', 0.5, 0.74, 2.6],
    ['ladder', 0.9, 0.98, 1.2],
    ['window', 0.24, 0.4, 0.9],
  ]),
  rayonnages: panel([610, 255, 290, 235], '#3a3350', '#5b4a3a', [
    ['shelf', 0.2, 0.72, 1.4],
    ['shelf', 0.52, 0.66, 1.3],
    ['shelf', 0.84, 0.72, 1.4],
  ]),
  bureau: panel([610, 530, 290, 230], '#4f6b5a', '#7d6a4f', [
    ['desk', 0.7, 0.74, 1.4],
    ['window', 0.28, 0.42, 1.1],
    ['lamp', 0.92, 0.62, 1.1],
  ]),
  quai: panel([940, 0, 260, 760], DUSK, PAVING, [
    ['truck', 0.52, 0.56, 1.7],
    ['bollard', 0.14, 0.76],
    ['crates', 0.84, 0.72],
  ]),
};

const docks: PagePlan = {
  bar: panel([0, 0, 270, 235], '#7b1e2e', PLANKS, [
    ['neon', 0.52, 0.4, 1.2],
    ['counter', 0.56, 0.76, 1.5],
  ]),
  terrasse: panel([310, 0, 370, 235], NIGHT, PAVING, [
    ['parasol', 0.22, 0.78, 1.3],
    ['parasol', 0.74, 0.74, 1.2],
    ['lamp', 0.5, 0.66, 1.3],
  ]),
  grue: panel([720, 0, 190, 235], '#e0925a', SLATE, [['crane', 0.52, 0.94, 1.9]]),
  conteneurs: panel([950, 0, 250, 235], '#3f4a6b', PAVING, [
    ['container', 0.3, 0.62, 1.1],
    ['container2', 0.7, 0.78, 1.1],
  ]),
  ruelle: panel([0, 275, 230, 250], '#241f33', '#3c3a4a', [
    ['wall', 0.16, 0.8, 1.5],
    ['wall', 0.88, 0.8, 1.5],
    ['bin', 0.6, 0.74],
    ['lamp', 0.38, 0.6, 1.1],
  ]),
  quai_ouest: panel([270, 275, 290, 250], NIGHT, PAVING, [
    ['bollard', 0.14, 0.84],
    ['crates', 0.84, 0.7],
    ['moon', 0.76, 0.24],
  ]),
  quai_est: panel([600, 275, 310, 250], NIGHT, PAVING, [
    ['bollard', 0.88, 0.84],
    ['barrel', 0.12, 0.72],
    ['lamp', 0.62, 0.62, 1.2],
  ]),
  camion: panel([950, 275, 250, 250], '#54405f', PAVING, [['truck', 0.54, 0.72, 1.5]]),
  peniche: panel(
    [0, 565, 560, 225],
    NIGHT,
    WATER,
    [
      ['barge', 0.5, 0.9, 3],
      ['waves', 0.1, 0.9, 1.4],
      ['waves', 0.9, 0.94, 1.4],
    ],
    0.42,
  ),
  bassin: panel(
    [600, 565, 600, 225],
    NIGHT,
    WATER,
    [
      ['waves', 0.16, 0.62, 1.6],
      ['waves', 0.48, 0.82, 1.9],
      ['waves', 0.82, 0.66, 1.6],
      ['buoy', 0.68, 0.6],
    ],
    0.34,
  ),
};

const col: PagePlan = {
  talus: panel(
    [0, 0, 560, 225],
    LIGHT,
    '#6d7a44',
    [
      ['bush', 0.16, 0.78, 1.3],
      ['bush', 0.74, 0.72, 1.5],
      ['pine', 0.44, 0.74, 1.3],
    ],
    0.44,
  ),
  rocher: panel(
    [600, 0, 600, 225],
    LIGHT,
    '#7d7466',
    [
      ['rock', 0.24, 0.84, 1.9],
      ['rock', 0.7, 0.8, 2.1],
      ['pine', 0.9, 0.7, 1.2],
    ],
    0.44,
  ),
  virage: panel([0, 265, 240, 255], '#e9b978', '#5b5f6b', [
    ['sign', 0.2, 0.66],
    ['pine', 0.84, 0.62, 1.2],
  ]),
  fourgon: panel([280, 265, 280, 255], '#e9b978', '#5b5f6b', [['van', 0.56, 0.7, 1.5]]),
  route: panel([600, 265, 280, 255], '#e9b978', '#5b5f6b', [
    ['road', 0.5, 0.98, 1.6],
    ['pine', 0.12, 0.6],
  ]),
  col: panel([920, 265, 280, 255], '#9db7d6', '#8a8174', [
    ['mountain', 0.5, 0.62, 1.7],
    ['sign', 0.82, 0.74],
    ['rock', 0.14, 0.74, 0.9],
  ]),
  ravin: panel(
    [280, 560, 420, 225],
    '#7d6a5c',
    '#4f4238',
    [
      ['rock', 0.12, 0.84, 1.4],
      ['rock', 0.9, 0.86, 1.5],
      ['bush', 0.5, 0.62],
    ],
    0.4,
  ),
  torrent: panel(
    [740, 560, 460, 225],
    '#7f9c88',
    WATER,
    [
      ['waves', 0.2, 0.66, 1.8],
      ['waves', 0.6, 0.84, 1.9],
      ['rock', 0.88, 0.76, 1.1],
    ],
    0.34,
  ),
};

const chantier: PagePlan = {
  entree: panel([0, 0, 220, 790], '#d59a5a', '#8a7a62', [
    ['fence', 0.5, 0.56, 1.9],
    ['sign', 0.2, 0.72],
  ]),
  console_nord: panel([260, 0, 300, 360], '#6f7f8f', CONCRETE, [['rebars', 0.2, 0.56, 1.2]]),
  dalle: panel(
    [260, 400, 620, 155],
    '#d59a5a',
    CONCRETE,
    [
      ['rebars', 0.06, 0.6],
      ['rebars', 0.94, 0.6],
      ['barrel', 0.8, 0.74],
    ],
    0.4,
  ),
  console_sud: panel([260, 595, 300, 195], '#6f7f8f', CONCRETE, [['rebars', 0.14, 0.7]]),
  echafaudage: panel([600, 0, 280, 160], '#d59a5a', '#6a5636', [['scaffold', 0.5, 1, 1.8]], 0.6),
  fosse: panel(
    [600, 200, 280, 160],
    '#5c4a3a',
    '#3d3128',
    [
      ['rebars', 0.12, 0.7],
      ['mud', 0.6, 0.86, 1.2],
    ],
    0.36,
  ),
  hangar: panel([920, 0, 280, 790], '#3f4a5c', '#6b6f7c', [
    ['shed', 0.5, 0.56, 2.2],
    ['barrel', 0.14, 0.7],
    ['crates', 0.84, 0.74],
  ]),
  boue: panel(
    [600, 595, 280, 195],
    '#b07f4c',
    '#6b4a2f',
    [
      ['mud', 0.3, 0.82, 1.4],
      ['mud', 0.76, 0.66],
    ],
    0.4,
  ),
};

const recif: PagePlan = {
  bateau_ouest: panel([0, 0, 185, 500], '#f0b678', WATER, [['boat', 0.5, 0.72, 1.7]], 0.46),
  lagon_ouest: panel(
    [225, 0, 150, 500],
    '#8fd0d6',
    WATER,
    [
      ['waves', 0.4, 0.6, 1.2],
      ['waves', 0.6, 0.84, 1.2],
      ['fish', 0.4, 0.94],
    ],
    0.34,
  ),
  epave: panel(
    [415, 0, 370, 220],
    '#f0b678',
    WATER,
    [
      ['wreck', 0.5, 0.92, 2.1],
      ['waves', 0.12, 0.9],
      ['waves', 0.9, 0.92],
    ],
    0.46,
  ),
  recif: panel(
    [415, 260, 150, 240],
    '#8fd0d6',
    '#5e8f8a',
    [
      ['coral', 0.3, 0.7, 1.1],
      ['coral', 0.76, 0.78, 1.3],
    ],
    0.4,
  ),
  banc_de_sable: panel([635, 260, 150, 240], '#8fd0d6', SAND, [['palm', 0.72, 0.7, 1.2]], 0.46),
  lagon_est: panel(
    [825, 0, 150, 500],
    '#8fd0d6',
    WATER,
    [
      ['waves', 0.5, 0.56, 1.2],
      ['waves', 0.4, 0.82, 1.2],
      ['fish', 0.66, 0.92],
    ],
    0.34,
  ),
  bateau_est: panel([1015, 0, 185, 500], '#f0b678', WATER, [['boat', 0.5, 0.72, 1.7]], 0.46),
  cale: panel(
    [225, 540, 750, 230],
    '#173746',
    DEEP,
    [
      ['ribs', 0.14, 0.96, 1.7],
      ['ribs', 0.86, 0.96, 1.7],
      ['crate', 0.5, 0.9, 1.1],
      ['fish', 0.68, 0.44],
    ],
    0.3,
  ),
};

const ruelles: PagePlan = {
  depart: panel([0, 0, 170, 770], '#3a4a78', PAVING, [
    ['house', 0.5, 0.52, 1.5],
    ['lamp', 0.2, 0.66, 1.4],
  ]),
  marche: panel([210, 0, 250, 230], '#e0a35c', PAVING, [
    ['stall', 0.26, 0.74, 1.2],
    ['stall', 0.74, 0.78, 1.3],
  ]),
  toits: panel(
    [500, 0, 320, 230],
    '#3a4a78',
    '#8b4a3a',
    [
      ['chimney', 0.2, 0.7, 1.2],
      ['chimney', 0.82, 0.72, 1.3],
      ['moon', 0.54, 0.26, 1.2],
    ],
    0.56,
  ),
  place: panel([210, 270, 400, 235], '#e0a35c', '#9a8f80', [
    ['fountain', 0.5, 0.72, 1.6],
    ['house', 0.1, 0.58, 1.1],
    ['lamp', 0.9, 0.66, 1.3],
  ]),
  escalier: panel([650, 270, 200, 235], '#6b5f78', '#8f8598', [['stairs', 0.52, 0.98, 1.8]]),
  passage: panel([210, 545, 200, 225], '#241f33', '#3c3a4a', [
    ['wall', 0.14, 0.82, 1.4],
    ['wall', 0.88, 0.82, 1.4],
    ['bin', 0.5, 0.72, 0.9],
  ]),
  cave: panel(
    [450, 545, 400, 225],
    '#2a2230',
    '#4a3a34',
    [
      ['arch', 0.24, 0.72, 1.4],
      ['barrel', 0.62, 0.76, 1.3],
      ['barrel', 0.76, 0.72, 1.1],
      ['arch', 0.92, 0.72, 1.3],
    ],
    0.56,
  ),
  pont: panel([890, 270, 170, 235], '#9db7d6', '#8a8174', [['bridge', 0.5, 0.82, 1.5]]),
  canal: panel(
    [890, 545, 170, 225],
    '#6f8f9f',
    WATER,
    [
      ['waves', 0.4, 0.64, 1.2],
      ['waves', 0.6, 0.86, 1.3],
    ],
    0.34,
  ),
  gare: panel([1100, 0, 180, 770], '#3a4a78', PAVING, [
    ['station', 0.5, 0.54, 1.6],
    ['clock', 0.5, 0.24, 1.3],
    ['rails', 0.5, 0.98, 1.5],
  ]),
};

/** The page of each map. */
export const PAGES: Readonly<Record<string, PagePlan>> = { entrepot, docks, col, chantier, recif, ruelles };
