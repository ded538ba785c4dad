/** Heroes in a few words. */
import { word } from '../../../i18n/celtiques/word';
import type { Hero } from '../../../protocol/celtiques';

/** Returns the pitch of a ready-made hero: its text where the system has one, else its arms. */
export function pitchOf(hero: Hero): string {
  const key = `hero.${(hero.name.split(/[ ,]/)[0] ?? '').toLowerCase()}`;
  const told = word(key);
  return told === key ? [...new Set(hero.weapons)].map((weapon) => word(`weapon.${weapon}`)).join(', ') : told;
}

/** Returns the names of all things that a hero carries or wears. */
export const kitOf = (hero: Hero): string[] => [
  ...hero.weapons.map((one) => word(`weapon.${one}`)),
  ...hero.shields.map((one) => word(`shield.${one}`)),
  ...hero.armours.map((one) => word(`armour.${one}`)),
  ...hero.items.map((one) => word(`item.${one}`)),
];
