/** Making a band without a screen: what is put where. What it comes to, and what is wrong with it, the rules say. */
import type { Band, Character, Gang } from '../../../protocol/baston';
import { isRecord } from '../../house/creation/band';

export type { Catalogue, Gang } from '../../../protocol/baston';

export const STATS = ['FOR', 'DEX', 'VIT', 'CON'] as const;
export type StatKey = (typeof STATS)[number];

/** What somebody wears. */
export const wornOf = (character: Character): string[] => character.kit.filter((one) => !one.carried).map((one) => one.item);

/** Puts clothing on or in the pockets. */
export const wear = (character: Character, at: number, worn: boolean): Character => ({
  ...character,
  kit: character.kit.map((one, i) => (i === at ? { ...one, carried: !worn } : one)),
});

/** A gang as a band of so many. */
export const bandOfGang = (gang: Gang, count: number, name: string): Band => tidy({ name, characters: gang.band.characters.slice(0, count) });

/** Makes a band exactly so many: what is too much is left out, what is missing is made by `fresh`, who is told the names there are. */
export function sized(band: Band, count: number, fresh: (at: number, taken: readonly string[]) => Character): Band {
  if (band.characters.length === count) return band;
  const characters = band.characters.slice(0, count);
  while (characters.length < count) {
    const taken = characters.map((one) => one.name);
    characters.push(fresh(characters.length, taken));
  }
  return { ...band, characters };
}

/** Whether something read from the browser's memory is a band at all. */
export function isBand(value: unknown): value is Band {
  const character = (one: unknown) =>
    isRecord(one) && typeof one.name === 'string' && STATS.every((stat) => Number.isInteger(one[stat])) && Array.isArray(one.kit);
  return isRecord(value) && typeof value.name === 'string' && Array.isArray(value.characters) && value.characters.every(character);
}

/** The band as it is sent: names without blanks around them, fields in one order, so that two bands can be compared. */
export const tidy = (band: Band): Band => ({
  name: band.name.trim(),
  characters: band.characters.map(({ name, FOR, DEX, VIT, CON, kit, look }) => ({
    name: name.trim(),
    FOR,
    DEX,
    VIT,
    CON,
    kit: kit.map(({ item, carried }) => ({ item, carried: carried ?? false })),
    look: look ?? 0,
  })),
});
