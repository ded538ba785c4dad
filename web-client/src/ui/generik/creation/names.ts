/** Names to lend, by era: they are read in both languages. */
import { gearOf } from '../catalogue';
import { roleName } from '../../../i18n/generik/naming';
import type { Era, Member } from '../../../protocol/generik';

const FOLK: Readonly<Record<Era, readonly string[]>> = {
  western: [
    'Calamity Rose',
    'Billy Dust',
    'Doc Mulligan',
    'Ma Parker',
    'Red Jenny',
    'Silas Crow',
    'Tex Malone',
    'Wild Nell',
    'El Lobo',
    'Hank Morrow',
    'Lone Willow',
    'Big Jim Tanner',
    'Slim Pickett',
    'Juanita Diaz',
    'Cheyenne',
    'Jeb Hollow',
    'Poker Alice',
    'Rattlesnake Bob',
    'Dusty Maguire',
    'Shotgun Sally',
  ],
  pirates: [
    'Anne la Rousse',
    'Jambe-de-Bois',
    'Mary Flint',
    'Black Tom',
    'Le Malouin',
    'Isabela',
    'Nez-Coupé',
    'Old Barnacle',
    'Jean Sabord',
    'Calico Kate',
    'Pedro el Tuerto',
    'La Morue',
    'Rackham Jr',
    'Sal the Gull',
    'Bosco Bill',
    'Ti-Coco',
    'Ned Squall',
    'La Veuve Noire',
    'Petit Grog',
    'Mathurin',
  ],
  ww2: [
    'Lafleur',
    'Kowalski',
    'Smith',
    'Morel',
    'O’Brien',
    'Jeanne',
    'Petrov',
    'Bazin',
    'McGregor',
    'Lucie',
    'Dubois',
    'Jones',
    'Rossi',
    'Le Goff',
    'Baker',
    'Nadia',
    'Martin',
    'Murphy',
    'Lévy',
    'Sanchez',
  ],
  medieval: [
    'Aldebert',
    'Guenièvre',
    'Frère Jehan',
    'Isabeau',
    'Godefroy',
    'Mahaut',
    'Robin Longbow',
    'Wat the Lad',
    'Perrin',
    'Brunehaut',
    'Odo',
    'Ysengrin',
    'Hob Miller',
    'Aliénor',
    'Thibaut',
    'Big Gertrude',
    'Enguerrand',
    'Marjory',
    'Colin Sans-Dent',
    'Alix',
  ],
};

const BANDS: Readonly<Record<Era, readonly string[]>> = {
  western: ['Dry Gulch', 'Les Sept Moins Deux', 'Rio Bravado', 'The Dusty Dozen', 'Les Éperons Rouillés', 'Tombstone Choir'],
  pirates: ['La Veuve', 'Les Rats du Pont', 'Salty Dogs', 'Le Grog Facile', 'The Crooked Mast', 'Tortuga FC'],
  ww2: ['Patrouille Zéro', 'The Mudlarks', 'Section Cafard', 'Easy Does It', 'Groupe Franc', 'The Lost Jeep'],
  medieval: ['Compagnie franche', 'Les Écorcheurs', 'The Leaky Bucket', 'Bande à Renart', 'Lances cassées', 'The Muddy Boots'],
};

const pick = (list: readonly string[], chance: number): string => list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? '';

/** A name nobody has yet: what the figure's gear suggests first, then somebody of the era; `chance` from 0 to 1. */
export function suggest(member: Member, era: Era, taken: readonly string[], chance: number = Math.random()): string {
  const roles = gearOf(member).flatMap((id) => roleName(id) ?? []);
  const role = roles.find((name) => !taken.includes(name) && name !== member.name);
  return role ?? person(era, [...taken, member.name], chance);
}

/** Somebody of the era whose name nobody has yet. */
export function person(era: Era, taken: readonly string[], chance: number = Math.random()): string {
  const free = FOLK[era].filter((name) => !taken.includes(name));
  return pick(free.length > 0 ? free : FOLK[era], chance);
}

/** A name for a band, another than this one. */
export const bandName = (era: Era, not: string, chance: number = Math.random()): string =>
  pick(
    BANDS[era].filter((name) => name !== not),
    chance,
  );

/** Every name lent, for the test of their lengths. */
export const everyName = (): { folk: string[]; bands: string[] } => ({ folk: Object.values(FOLK).flat(), bands: Object.values(BANDS).flat() });
