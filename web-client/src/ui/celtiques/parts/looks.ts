/** The looks of the warriors: a face like those of the bar, with the hair, the metal and the cloth of La Tène. */
import type { Hair, Look } from '../../../art/looks';
import type { Armour, Foe, Shield, Weapon } from '../../../protocol/celtiques';

/** What is visible of a warrior. */
export interface WarriorLook {
  readonly face: Look;
  readonly helm: boolean;
  readonly mail: boolean;
  readonly leather: boolean;
  /** Wears only a torc, a belt and paint. */
  readonly bare: boolean;
  readonly paint: boolean;
  /** Colours of the checked cloth and of the cloak. */
  readonly cloth: string;
  readonly check: string;
  readonly cloak: string;
}

const SKINS = ['#f3c9a5', '#eab08a', '#f3c9a5', '#d79b6c'] as const;
const HAIRS = ['#b8651b', '#d9a441', '#6e4a2c', '#cfc9dd', '#8a3b1a', '#2b2233'] as const;
const CLOTHS = ['#2f5d50', '#7b1e2e', '#27406b', '#6b5a2a', '#4a3526', '#5d4a78'] as const;
const CHECKS = ['#c9a35a', '#d98a4a', '#a9c07a', '#c9d2da', '#b08a2e', '#c4302b'] as const;
const MEN: readonly Hair[] = ['long', 'mullet', 'long', 'spikes', 'bald', 'dreads'];
const WOMEN: readonly Hair[] = ['long', 'ponytail', 'curls', 'bun', 'bob'];
/** First names of women and of men, whatever their endings suggest. */
const SHE = /^(litavis|nantosuelta|eponina|epasnacta|solimara|adiatunna)/;
const HE = /^(ambiorix|camma)/;

const sum = (name: string): number => [...name].reduce((all, letter) => (Math.imul(all, 31) + letter.charCodeAt(0)) >>> 0, 7);
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** What the look of a warrior depends on. */
export interface Worn {
  readonly name: string;
  readonly armours: readonly Armour[];
  readonly undressed?: boolean | undefined;
  readonly paint?: boolean | undefined;
  readonly foe?: Foe | null | undefined;
}

/** Returns the look of a warrior; face and colours follow from the name. */
export function lookOf({ name, armours, undressed = false, paint = false, foe }: Worn): WarriorLook {
  const plain = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, '');
  const first = plain.split(' ')[0] ?? '';
  const n = sum(first === '' ? name : first);
  const woman = !foe && !HE.test(first) && (SHE.test(first) || /[ai]a$|a$/.test(first));
  const helm = armours.includes('casque');
  const extras: Look['extras'] = woman ? ['lips', 'earrings'] : [pick(['moustache', 'beard', 'moustache', 'moustache'] as const, n >>> 3)];
  const face: Look = {
    id: `celt${n}`,
    skin: pick(SKINS, n >>> 2),
    hair: woman ? pick(WOMEN, n >>> 4) : helm ? 'long' : pick(MEN, n >>> 4),
    hairColour: pick(HAIRS, n),
    top: 'sweat',
    legs: 'jeans',
    legColour: '#4a3526',
    shoes: '#3d2c22',
    extras,
  };
  return {
    face,
    helm,
    mail: armours.includes('mailles'),
    leather: armours.includes('cuir'),
    bare: undressed,
    paint: paint || undressed,
    cloth: pick(CLOTHS, n >>> 1),
    check: pick(CHECKS, n >>> 5),
    cloak: pick(CLOTHS, (n >>> 1) + 1),
  };
}

/** Returns whether an opponent is an animal, which has a body of its own. */
export const isBeast = (foe: Foe | null | undefined): foe is 'chien' | 'sanglier' => foe === 'chien' || foe === 'sanglier';

export type { Shield, Weapon };
