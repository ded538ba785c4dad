/** The looks of the characters of énergie: heroes by what was chosen, opponents by what they are. */
import { LOOKS as FOLK, type Look } from '../../../art/looks';
import type { Kind, Opponent } from '../../../protocol/energie';

/** The body that is drawn: a person, or what takes its place. */
export type Body = 'person' | 'robot' | 'beast' | 'shark' | 'drone' | 'giant' | 'alien' | 'mind';

const PALE = '#f3c9a5';
const OLIVE = '#d79b6c';
const BROWN = '#a0673f';
const BLACK = '#241f33';

const look = (id: string, more: Partial<Look>): Look => ({
  id,
  skin: PALE,
  hair: 'short',
  hairColour: '#2b2233',
  top: 'trench',
  legs: 'jeans',
  legColour: '#39354a',
  shoes: BLACK,
  extras: [],
  ...more,
});

/** The looks of the ready-made heroes, in the order of their table; those of the bar follow. */
const HEROES: readonly Look[] = [
  look('jules', { hair: 'short', hat: 'fedora', hatColour: '#6d6a5c', extras: ['stubble'] }),
  look('alma', { skin: OLIVE, hair: 'bob', hairColour: '#1d1622', top: 'uniform', extras: ['lips'] }),
  look('karim', { skin: BROWN, hair: 'bald', top: 'sweat', extras: ['beard', 'belly'] }),
  look('robot', { hair: 'bald' }),
  look('nyx', { hair: 'bald' }),
  look('zil-oun', { skin: '#8fc9a0', hair: 'bald', top: 'coat' }),
  look('vasseur', { hair: 'bun', hairColour: '#cfc9dd', top: 'coat', legs: 'skirt', legColour: '#5d4a78', extras: ['glasses', 'lips'] }),
  look('ika', { skin: BROWN, hair: 'dreads', hairColour: '#2d1d16', top: 'sleeveless', legs: 'leggings', legColour: '#1f5568', extras: ['earrings'] }),
];
const ALL: readonly Look[] = [...HEROES, ...FOLK];

/** The number of looks to choose from. */
export const LOOKS = ALL.length;

/** Returns the look of a number; numbers beyond the last start over. */
export const heroLook = (n: number): Look => ALL[((Math.trunc(n) % LOOKS) + LOOKS) % LOOKS] as Look;

const FOES: Readonly<Record<Opponent, { readonly body: Body; readonly look: Look }>> = {
  suspect: { body: 'person', look: look('suspect', { hat: 'cap', hatColour: '#5b3a22', top: 'perfecto', extras: ['stubble'] }) },
  voyou: { body: 'person', look: look('voyou', { hair: 'mullet', hairColour: '#d9a441', top: 'tracksuit', extras: ['plaster'] }) },
  docker: { body: 'person', look: look('docker', { skin: BROWN, hat: 'cap', hatColour: '#7b1e2e', top: 'braces', extras: ['beard', 'belly'] }) },
  garde: { body: 'person', look: look('garde', { hat: 'kepi', hatColour: '#27325f', top: 'uniform', extras: ['moustache'] }) },
  molosse: { body: 'beast', look: look('molosse', {}) },
  drone: { body: 'drone', look: look('drone', {}) },
  requin: { body: 'shark', look: look('requin', {}) },
  tueuse: { body: 'person', look: look('tueuse', { hair: 'ponytail', hairColour: '#1d1622', top: 'coat', extras: ['lips', 'scarf'] }) },
  sniper: { body: 'person', look: look('sniper', { hat: 'hood', hatColour: '#4f6b3a', top: 'coat', extras: ['shades'] }) },
  colosse: { body: 'giant', look: look('colosse', { hair: 'bald', extras: ['stubble'] }) },
  entite: { body: 'mind', look: look('entite', {}) },
};

const KINDS: Readonly<Record<Kind, Body>> = { humain: 'person', animal: 'beast', robot: 'robot', non_humain: 'alien', autre: 'mind' };

/** Returns body and look of a hero of a kind, or of an opponent. */
export function drawnAs(kind: Kind, opponent: Opponent | null, look: number): { body: Body; look: Look } {
  return opponent === null ? { body: KINDS[kind], look: heroLook(look) } : FOES[opponent];
}
