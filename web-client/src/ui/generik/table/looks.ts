/** A figure of GeneriK from head to foot: the face and the hat of its portrait, over a body of its era. */
import type { Hat, Look, Top } from '../../../art/looks';
import type { Era } from '../../../protocol/generik';
import { eraLook, type EraHat, type EraLook } from '../parts/looks';

const HATS: Readonly<Record<EraHat, Hat | undefined>> = {
  stetson: 'stetson',
  bowler: 'bowler',
  sombrero: 'stetson',
  bare: undefined,
  tricorne: 'tricorn',
  plumed: 'tricorn',
  scarf: 'bandana',
  skull: 'tricorn',
  helmet: 'steel',
  beret: 'beret',
  'side-cap': 'cap',
  peaked: 'kepi',
  kettle: 'kettle',
  hood: 'hood',
  nasal: 'nasal',
  'great-helm': 'helm',
  coif: 'hood',
};
const TOPS: Readonly<Record<EraLook['cut'], Top>> = {
  waistcoat: 'vest',
  poncho: 'trench',
  frock: 'coat',
  stripes: 'sailor',
  battledress: 'uniform',
  tabard: 'tabard',
  mail: 'tabard',
};
const STEEL = '#a7adb5';
const METAL: ReadonlySet<Hat> = new Set<Hat>(['kettle', 'nasal', 'helm']);

/** The look of a number in an era. Armour shows: a helmet over whatever is worn otherwise. So does a wound: a plaster. */
export function bodyLook(era: Era, n: number, armour: string | null = null, wounded = false): Look {
  const { face, hat, hatColour, coat, cut } = eraLook(era, n);
  const woman = face.extras.includes('lips');
  const look: Look = {
    ...face,
    extras: wounded ? [...face.extras, 'plaster'] : face.extras,
    top: TOPS[cut],
    legs: woman && n % 2 === 0 ? 'long-skirt' : 'jeans',
    legColour: cut === 'stripes' || era === 'medieval' ? '#5b4a35' : coat,
    shoes: era === 'western' ? '#5e3a18' : '#241f33',
  };
  const worn = armour === 'm_armure_complete' ? 'helm' : armour === 'm_armure_legere' ? 'kettle' : HATS[hat];
  return worn ? { ...look, hat: worn, hatColour: METAL.has(worn) ? STEEL : hatColour } : look;
}
