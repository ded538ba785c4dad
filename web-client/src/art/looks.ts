/** The people of the bar: one look per letter, which differ in silhouette before colour. */

export type Hair = 'quiff' | 'crest' | 'curls' | 'bald' | 'long' | 'mullet' | 'short' | 'afro' | 'ponytail' | 'bob' | 'bun' | 'spikes' | 'dreads';
export type Hat =
  'beret' | 'fedora' | 'bachi' | 'cap' | 'kepi' | 'headband' | 'bandana' | 'stetson' | 'tricorn' | 'steel' | 'hood' | 'kettle' | 'helm' | 'nasal' | 'bowler';
export type Top =
  | 'perfecto'
  | 'sleeveless'
  | 'shoulders'
  | 'apron'
  | 'suit'
  | 'sailor'
  | 'trench'
  | 'braces'
  | 'sweat'
  | 'dress'
  | 'tracksuit'
  | 'uniform'
  | 'vest'
  | 'coat'
  | 'tabard';
export type Legs = 'jeans' | 'skirt' | 'flares' | 'shorts' | 'leggings' | 'long-skirt';
export type Extra = 'moustache' | 'beard' | 'shades' | 'glasses' | 'earrings' | 'lips' | 'freckles' | 'belly' | 'bag' | 'scarf' | 'plaster' | 'stubble';

export interface Look {
  id: string;
  skin: string;
  hair: Hair;
  hairColour: string;
  hat?: Hat;
  hatColour?: string;
  top: Top;
  legs: Legs;
  legColour: string;
  shoes: string;
  extras: Extra[];
}

const PALE = '#f3c9a5';
const ROSY = '#eab08a';
const OLIVE = '#d79b6c';
const BROWN = '#a0673f';
const DARK = '#6f4527';
const BLACK = '#241f33';
const DENIM = '#3f6ea8';

/** Every look, in the order of the letters A, B, C… */
export const LOOKS: readonly Look[] = [
  { id: 'rocker', skin: PALE, hair: 'quiff', hairColour: '#2b2233', top: 'perfecto', legs: 'jeans', legColour: DENIM, shoes: '#efe6d2', extras: [] },
  {
    id: 'punkette',
    skin: PALE,
    hair: 'crest',
    hairColour: '#ff3d81',
    top: 'sleeveless',
    legs: 'shorts',
    legColour: '#a3263a',
    shoes: BLACK,
    extras: ['lips', 'earrings'],
  },
  {
    id: 'patron',
    skin: ROSY,
    hair: 'bald',
    hairColour: '#5b3a22',
    top: 'apron',
    legs: 'jeans',
    legColour: '#39354a',
    shoes: BLACK,
    extras: ['moustache', 'belly'],
  },
  {
    id: 'disco',
    skin: DARK,
    hair: 'afro',
    hairColour: '#1d1622',
    top: 'shoulders',
    legs: 'flares',
    legColour: '#e8dcc0',
    shoes: '#c8452e',
    extras: ['earrings', 'lips'],
  },
  {
    id: 'marin',
    skin: OLIVE,
    hair: 'short',
    hairColour: '#3a2716',
    hat: 'bachi',
    hatColour: '#f6efe0',
    top: 'sailor',
    legs: 'flares',
    legColour: '#2d3a6b',
    shoes: BLACK,
    extras: ['stubble'],
  },
  {
    id: 'biker',
    skin: ROSY,
    hair: 'long',
    hairColour: '#9a5a26',
    hat: 'bandana',
    hatColour: '#c4302b',
    top: 'sleeveless',
    legs: 'jeans',
    legColour: '#2f2b3d',
    shoes: BLACK,
    extras: ['beard', 'belly'],
  },
  {
    id: 'aerobic',
    skin: PALE,
    hair: 'ponytail',
    hairColour: '#e9b94a',
    hat: 'headband',
    hatColour: '#2de2e6',
    top: 'sweat',
    legs: 'leggings',
    legColour: '#8b4fc4',
    shoes: '#f6efe0',
    extras: ['lips'],
  },
  {
    id: 'titi',
    skin: ROSY,
    hair: 'short',
    hairColour: '#6e4a2c',
    hat: 'beret',
    hatColour: '#2b2438',
    top: 'sailor',
    legs: 'jeans',
    legColour: '#6a5b45',
    shoes: BLACK,
    extras: ['moustache', 'scarf'],
  },
  {
    id: 'privé',
    skin: OLIVE,
    hair: 'short',
    hairColour: '#2b2233',
    hat: 'fedora',
    hatColour: '#6d6a5c',
    top: 'trench',
    legs: 'jeans',
    legColour: '#39354a',
    shoes: BLACK,
    extras: ['stubble'],
  },
  {
    id: 'mamie',
    skin: PALE,
    hair: 'bun',
    hairColour: '#cfc9dd',
    top: 'dress',
    legs: 'long-skirt',
    legColour: '#5d4a78',
    shoes: '#6b3f2a',
    extras: ['glasses', 'bag'],
  },
  { id: 'frimeur', skin: OLIVE, hair: 'mullet', hairColour: '#d9a441', top: 'suit', legs: 'jeans', legColour: '#e8dcc0', shoes: '#f6efe0', extras: ['shades'] },
  {
    id: 'rockeuse',
    skin: PALE,
    hair: 'bob',
    hairColour: '#1d1622',
    top: 'perfecto',
    legs: 'skirt',
    legColour: '#c4302b',
    shoes: BLACK,
    extras: ['lips', 'shades'],
  },
  {
    id: 'dur',
    skin: ROSY,
    hair: 'bald',
    hairColour: '#5b3a22',
    top: 'braces',
    legs: 'jeans',
    legColour: DENIM,
    shoes: '#7a2430',
    extras: ['plaster', 'stubble'],
  },
  {
    id: 'rasta',
    skin: BROWN,
    hair: 'dreads',
    hairColour: '#2d1d16',
    top: 'tracksuit',
    legs: 'jeans',
    legColour: '#3c5a3a',
    shoes: '#f6efe0',
    extras: ['beard'],
  },
  {
    id: 'képi',
    skin: PALE,
    hair: 'short',
    hairColour: '#6e4a2c',
    hat: 'kepi',
    hatColour: '#27325f',
    top: 'uniform',
    legs: 'jeans',
    legColour: '#27325f',
    shoes: BLACK,
    extras: ['moustache'],
  },
  {
    id: 'yéyé',
    skin: BROWN,
    hair: 'curls',
    hairColour: '#3a1f16',
    top: 'shoulders',
    legs: 'skirt',
    legColour: '#2b2438',
    shoes: '#ff3d81',
    extras: ['lips', 'earrings'],
  },
  { id: 'ado', skin: OLIVE, hair: 'spikes', hairColour: '#f0c23c', top: 'tracksuit', legs: 'jeans', legColour: DENIM, shoes: '#c8452e', extras: ['freckles'] },
  {
    id: 'docker',
    skin: DARK,
    hair: 'short',
    hairColour: '#1d1622',
    hat: 'cap',
    hatColour: '#7b1e2e',
    top: 'braces',
    legs: 'jeans',
    legColour: '#4a4458',
    shoes: '#7a4a22',
    extras: ['beard'],
  },
];

/** Returns the look of a number; numbers beyond the last start over. */
export function lookOf(n: number): Look {
  const look = LOOKS[((Math.trunc(n) % LOOKS.length) + LOOKS.length) % LOOKS.length];
  if (!look) throw new RangeError('no looks are drawn');
  return look;
}
