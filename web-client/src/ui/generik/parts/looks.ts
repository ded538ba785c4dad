/** Looks of the figures of GeneriK: a face like those of the bar, under the hat of its era. */
import type { Hair, Look } from '../../../art/looks';
import type { Era } from '../../../protocol/generik';

/** How many looks each era has. */
export const LOOKS = 24;

export type EraHat =
  | 'stetson'
  | 'bowler'
  | 'sombrero'
  | 'bare'
  | 'tricorne'
  | 'plumed'
  | 'scarf'
  | 'skull'
  | 'helmet'
  | 'beret'
  | 'side-cap'
  | 'peaked'
  | 'kettle'
  | 'hood'
  | 'nasal'
  | 'great-helm'
  | 'coif';

/** What one sees of a figure. */
export interface EraLook {
  readonly face: Look;
  readonly hat: EraHat;
  readonly hatColour: string;
  readonly coat: string;
  /** What the coat is cut like. */
  readonly cut: 'waistcoat' | 'poncho' | 'frock' | 'stripes' | 'battledress' | 'tabard' | 'mail';
  readonly patch: boolean;
}

const SKINS = ['#f3c9a5', '#eab08a', '#d79b6c', '#a0673f', '#6f4527'] as const;
const HAIRS = ['#2b2233', '#6e4a2c', '#b8651b', '#d9a441', '#cfc9dd', '#1d1622'] as const;
const CUTS: readonly Hair[] = ['short', 'long', 'bald', 'curls', 'ponytail', 'mullet', 'bob', 'quiff', 'dreads', 'bun'];

const STYLES: Readonly<Record<Era, { hats: readonly EraHat[]; hatColours: readonly string[]; coats: readonly string[]; cuts: readonly EraLook['cut'][] }>> = {
  western: {
    hats: ['stetson', 'bowler', 'stetson', 'sombrero', 'bare', 'bowler', 'stetson'],
    hatColours: ['#7a5230', '#2b2438', '#e2d3ad', '#a33a2a', '#55493c'],
    coats: ['#8b3a2b', '#3c4a5f', '#6b5a3a', '#4f6b3a', '#5d4a78'],
    cuts: ['waistcoat', 'poncho', 'waistcoat', 'frock'],
  },
  pirates: {
    hats: ['tricorne', 'scarf', 'plumed', 'skull', 'scarf', 'bare', 'tricorne'],
    hatColours: ['#2b2438', '#a3263a', '#3d2c22', '#27325f', '#d9a441'],
    coats: ['#7b1e2e', '#27406b', '#f6efe0', '#4a3526', '#2f5d50'],
    cuts: ['frock', 'stripes', 'waistcoat', 'stripes', 'frock'],
  },
  ww2: {
    hats: ['helmet', 'helmet', 'beret', 'side-cap', 'peaked', 'helmet', 'bare'],
    hatColours: ['#55603d', '#6a6a5a', '#3e4a36', '#74683f', '#4a4f58'],
    coats: ['#6b6a45', '#58624a', '#7a6b4a', '#5b6070', '#4d5a3c'],
    cuts: ['battledress'],
  },
  medieval: {
    hats: ['kettle', 'hood', 'nasal', 'great-helm', 'coif', 'hood', 'bare'],
    hatColours: ['#9aa3ab', '#6b4a2c', '#7d8a94', '#4f6b3a', '#7b1e2e'],
    coats: ['#7b1e2e', '#27406b', '#b08a2e', '#3c5a3a', '#5f4a3a'],
    cuts: ['tabard', 'mail', 'tabard', 'mail', 'waistcoat'],
  },
};

/** Looks that are women's, as the ready-made bands of each era number them. */
const WOMEN: Readonly<Record<Era, readonly number[]>> = {
  western: [1, 6, 7, 8, 9, 10, 16, 19],
  pirates: [0, 5, 7, 10, 12, 17, 21],
  ww2: [1, 4, 7, 9, 11, 17, 23],
  medieval: [1, 2, 5, 10, 13, 15],
};

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** The look of a number; numbers beyond the last start over. */
export function eraLook(era: Era, look: number): EraLook {
  const n = ((Math.trunc(look) % LOOKS) + LOOKS) % LOOKS;
  const style = STYLES[era];
  const woman = WOMEN[era].includes(n);
  const hat = era === 'medieval' && n > 18 ? 'hood' : at(style.hats, n);
  const extras: Look['extras'] = woman
    ? ['lips', ...(n % 2 ? (['earrings'] as const) : [])]
    : [at(['moustache', 'stubble', 'beard', 'freckles', 'moustache'] as const, Math.floor(n / 2))];
  const hair = woman ? at(['long', 'bob', 'ponytail', 'curls', 'bun'] as const, Math.floor(n / 3)) : at(CUTS, n * 3);
  const face: Look = {
    id: `${era}${n}`,
    skin: at(SKINS, n * 2 + Math.floor(n / 5)),
    hair: hat === 'bare' || woman ? hair : at(['short', 'long', 'bald', 'mullet'] as const, n),
    hairColour: at(HAIRS, n * 5 + 1),
    top: 'sweat',
    legs: 'jeans',
    legColour: '#2f2b3d',
    shoes: '#241f33',
    extras,
  };
  return {
    face,
    hat,
    hatColour: at(style.hatColours, n + Math.floor(n / 7)),
    coat: at(style.coats, n * 2 + Math.floor(n / 5)),
    cut: at(style.cuts, n),
    patch: era === 'pirates' && n % 4 === 2,
  };
}
