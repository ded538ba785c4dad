/** The colours of the ground of each letter (CEL-HEX-05), and the places of its ornaments, which are always the same in a hexagon. */
import type { Hex } from '../../../protocol';
import { corners, middle } from './hex';
import type { XY } from '../../../surface/camera';

/** The name of each letter in the words of the map. */
export const GROUNDS: Readonly<Record<string, string>> = {
  '.': 'plat',
  a: 'accidente',
  f: 'arbres',
  g: 'gue',
  X: 'eau',
  '^': 'tertre',
  '/': 'pente',
  '#': 'palissade',
  h: 'hutte',
  m: 'muret',
  c: 'foule',
  C: 'foule_dense',
  e: 'marches',
  l: 'echelle',
  b: 'pont',
};

/** The enamel of each kind of ground, in three tones, of which each hexagon has one. */
const ENAMEL: Readonly<Record<string, readonly [string, string, string]>> = {
  '.': ['#66743f', '#6d7b44', '#606e3b'],
  a: ['#7b6e43', '#83764a', '#74683f'],
  f: ['#3f5733', '#455e38', '#3a5130'],
  g: ['#4f8890', '#568f96', '#498189'],
  X: ['#1e4a66', '#22506d', '#1b445f'],
  '^': ['#a98f4b', '#b09652', '#a28846'],
  '/': ['#857d42', '#8c8448', '#7e763d'],
  '#': ['#57492f', '#5c4e33', '#52452c'],
  h: ['#5a4a2e', '#5f4f32', '#55462b'],
  m: ['#6b6c55', '#70715a', '#666750'],
  c: ['#5a4a50', '#604f55', '#54454b'],
  C: ['#3a2c3d', '#402f42', '#352838'],
  e: ['#9a8f74', '#a0957a', '#94896e'],
  l: ['#7a6a4a', '#7f6f4f', '#756545'],
  b: ['#8a6a3d', '#906f42', '#846438'],
};

/** Returns a number from 0 to `most` − 1 that is always the same for a hexagon and a `salt`. */
export const chance = ([col, row]: Hex, most: number, salt = 0): number => {
  const n = Math.imul(col + 11, 374761393) ^ Math.imul(row + 7, 668265263) ^ Math.imul(salt + 3, 2246822519);
  return (((n ^ (n >>> 13)) >>> 0) % 9973) % most;
};

/** A hexagon of the map. */
export interface Cell {
  readonly at: Hex;
  readonly letter: string;
  readonly place: XY;
}

/** Returns all hexagons, row by row. */
export const cells = (rows: readonly string[]): Cell[] =>
  rows.flatMap((line, row) => [...line].map((letter, col) => ({ at: [col, row] as Hex, letter, place: middle([col, row]) })));

/** The hexagons of one colour, as one path. */
export interface Sheet {
  readonly colour: string;
  readonly path: string;
}

const around = (at: XY, ring: readonly XY[]) => `M${ring.map(({ x, y }) => `${(at.x + x).toFixed(1)} ${(at.y + y).toFixed(1)}`).join('L')}Z`;

/** Returns the ground in sheets of one colour each. */
export function sheets(all: readonly Cell[]): Sheet[] {
  const ring = corners();
  const found = new Map<string, string[]>();
  for (const { at, letter, place } of all) {
    const colour = (ENAMEL[letter] ?? ENAMEL['.'] ?? ['#66743f'])[chance(at, 3)] ?? '#66743f';
    const list = found.get(colour) ?? [];
    list.push(around(place, ring));
    found.set(colour, list);
  }
  return [...found].map(([colour, paths]) => ({ colour, path: paths.join('') }));
}

/** Returns the engraved edges of all hexagons: dark towards the south, light towards the north. */
export function engraving(all: readonly Cell[]): { readonly dark: string; readonly light: string } {
  const ring = corners(0.94);
  const at = (place: XY, n: number) => {
    const corner = ring[n % 6] as XY;
    return `${(place.x + corner.x).toFixed(1)} ${(place.y + corner.y).toFixed(1)}`;
  };
  return {
    dark: all.map(({ place }) => `M${at(place, 1)}L${at(place, 2)}L${at(place, 3)}L${at(place, 4)}`).join(''),
    light: all.map(({ place }) => `M${at(place, 4)}L${at(place, 5)}L${at(place, 0)}L${at(place, 1)}`).join(''),
  };
}

/** Returns a spiral around 0,0 that grows to `radius` in `turns` turns; `turn` in degrees, `hand` 1 or -1. */
export function spiral(radius: number, turns = 1.6, turn = 0, hand = 1): string {
  const points: string[] = [];
  const last = Math.round(turns * 14);
  for (let n = 0; n <= last; n += 1) {
    const angle = (Math.PI / 180) * turn + hand * (n / 14) * 2 * Math.PI;
    const far = radius * (0.08 + 0.92 * (n / last));
    points.push(`${(Math.cos(angle) * far).toFixed(1)} ${(Math.sin(angle) * far).toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

/** Returns a triskele around 0,0: three spirals that run into each other. */
export function triskele(radius: number, turn = 0): string {
  return [0, 120, 240]
    .map((step) => {
      const angle = (Math.PI / 180) * (turn + step);
      const [cx, cy] = [Math.cos(angle) * radius * 0.54, Math.sin(angle) * radius * 0.54];
      const points = spiral(radius * 0.44, 1.5, turn + step + 180, 1)
        .slice(1)
        .split('L')
        .map((pair) => {
          const [x = 0, y = 0] = pair.split(' ').map(Number);
          return `${(cx + x).toFixed(1)} ${(cy + y).toFixed(1)}`;
        });
      return `M${points.join('L')}`;
    })
    .join('');
}
