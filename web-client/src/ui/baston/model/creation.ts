/** Making a band without a screen. Every limit comes from the catalogue of the server, which judges in the end. */
import type { Band, Catalogue, Character, Gang, ItemKind, Part, Purchase, Ware } from '../../../protocol/baston';

export type { Catalogue, Gang, Ware } from '../../../protocol/baston';

export const PARTS: readonly Part[] = ['T', 'TR', 'BD', 'BG', 'J'];
export const STATS = ['FOR', 'DEX', 'VIT', 'CON'] as const;
export type StatKey = (typeof STATS)[number];

const NAME_MOST = 24;
const BAND_MOST = 32;

/** What is wrong with a band, as a key of the creation texts. `at` is the character, none for the band. */
export interface Fault {
  readonly at: number | null;
  readonly key: 'faultBandName' | 'faultName' | 'faultTwins' | 'faultLeft' | 'faultOver' | 'faultBudget' | 'faultSlots' | 'faultWorn';
  readonly params: Record<string, string | number>;
}

/** A character from whom one starts: as even as the points allow. */
export function beginner(name: string, look: number, catalogue: Catalogue): Character {
  const { sum, least, most } = catalogue.characteristics;
  const even = Math.max(least, Math.min(most, Math.floor(sum / 4)));
  const rest = sum - even * 4;
  const stats = STATS.map((_, i) => Math.min(most, even + (i < rest ? 1 : 0)));
  return { name, FOR: stats[0] ?? even, DEX: stats[1] ?? even, VIT: stats[2] ?? even, CON: stats[3] ?? even, kit: [], look };
}

export const total = (character: Character): number => STATS.reduce((sum, stat) => sum + character[stat], 0);

/** Points still to be given; negative when there are too many. */
export const pointsLeft = (character: Character, catalogue: Catalogue): number => catalogue.characteristics.sum - total(character);

/** The combat modifier, from the catalogue. */
export const combat = (character: Character, catalogue: Catalogue): number | null => catalogue.characteristics.com?.[character.FOR + character.DEX] ?? null;

/** Points in the five parts, from the catalogue. */
export const bodyOf = (character: Character, catalogue: Catalogue): readonly number[] =>
  catalogue.damage_points.find((row) => row.con === character.CON)?.points ?? [];

const wareOf = (catalogue: Catalogue, kind: ItemKind): Ware | undefined => catalogue.equipment.items.find((ware) => ware.id === kind);

export const costOf = (character: Character, catalogue: Catalogue): number =>
  character.kit.reduce((sum, one) => sum + (wareOf(catalogue, one.item)?.cost ?? 0), 0);

export const isWorn = (one: Purchase, catalogue: Catalogue): boolean => (wareOf(catalogue, one.item)?.clothing ?? false) && !one.carried;

/** Slots taken: everything that is not worn. */
export const slotsOf = (character: Character, catalogue: Catalogue): number => character.kit.filter((one) => !isWorn(one, catalogue)).length;

/** Gives a characteristic another value, within its limits. */
export function setStat(character: Character, stat: StatKey, value: number, catalogue: Catalogue): Character {
  const { least, most } = catalogue.characteristics;
  const next = Math.max(least, Math.min(most, Math.round(value)));
  return next === character[stat] ? character : { ...character, [stat]: next };
}

/** Why one more of these cannot be bought now; `null` when it can. */
export function whyNot(character: Character, kind: ItemKind, catalogue: Catalogue): Fault['key'] | null {
  const ware = wareOf(catalogue, kind);
  const { budget, slots } = catalogue.equipment;
  if (!ware?.sold || costOf(character, catalogue) + ware.cost > budget) return 'faultBudget';
  const wears = ware.clothing && !character.kit.some((one) => one.item === kind && isWorn(one, catalogue));
  return !wears && slotsOf(character, catalogue) >= slots ? 'faultSlots' : null;
}

/** Buys one: worn when it can be, else carried. */
export function buy(character: Character, kind: ItemKind, catalogue: Catalogue): Character {
  if (whyNot(character, kind, catalogue)) return character;
  const clothing = wareOf(catalogue, kind)?.clothing ?? false;
  const worn = character.kit.some((one) => one.item === kind && isWorn(one, catalogue));
  return { ...character, kit: [...character.kit, { item: kind, carried: clothing && worn }] };
}

/** Gives one back. */
export const giveBack = (character: Character, at: number): Character => ({ ...character, kit: character.kit.filter((_, i) => i !== at) });

/** Puts clothing on or in the pockets. */
export const wear = (character: Character, at: number, worn: boolean): Character => ({
  ...character,
  kit: character.kit.map((one, i) => (i === at ? { ...one, carried: !worn } : one)),
});

/** A gang as a band of so many. */
export const bandOfGang = (gang: Gang, count: number, name: string): Band => ({
  name,
  characters: gang.band.characters.slice(0, count).map((one) => ({ ...one, kit: [...one.kit] })),
});

/** Makes a band exactly so many: what is too much is left out, what is missing is made by `fresh`. */
export function sized(band: Band, count: number, fresh: (at: number) => Character): Band {
  if (band.characters.length === count) return band;
  const characters = Array.from({ length: count }, (_, at) => band.characters[at] ?? fresh(at));
  return { ...band, characters };
}

/** Everything that is wrong, so that all of it can be put right at once. */
export function faults(band: Band, catalogue: Catalogue): Fault[] {
  const found: Fault[] = [];
  const name = band.name.trim();
  if (name === '' || [...name].length > BAND_MOST) found.push({ at: null, key: 'faultBandName', params: { most: BAND_MOST } });
  band.characters.forEach((character, at) => found.push(...faultsOf(character, at, band, catalogue)));
  return found;
}

function faultsOf(character: Character, at: number, band: Band, catalogue: Catalogue): Fault[] {
  const found: Fault[] = [];
  const name = character.name.trim();
  const add = (key: Fault['key'], params: Fault['params'] = {}) => found.push({ at, key, params: { who: name || `#${at + 1}`, ...params } });
  if (name === '' || [...name].length > NAME_MOST) add('faultName', { most: NAME_MOST });
  else if (band.characters.findIndex((one) => one.name.trim() === name) < at) add('faultTwins');
  const left = pointsLeft(character, catalogue);
  if (left > 0) add('faultLeft', { n: left });
  if (left < 0) add('faultOver', { n: -left });
  const cost = costOf(character, catalogue);
  if (cost > catalogue.equipment.budget) add('faultBudget', { n: cost, most: catalogue.equipment.budget });
  if (slotsOf(character, catalogue) > catalogue.equipment.slots) add('faultSlots', { most: catalogue.equipment.slots });
  const worn = character.kit.filter((one) => isWorn(one, catalogue)).map((one) => one.item);
  if (new Set(worn).size < worn.length) add('faultWorn');
  return found;
}

/** Whether something read from the browser's memory is a band at all. */
export function isBand(value: unknown): value is Band {
  const band = value as Partial<Band> | null;
  return (
    typeof band === 'object' &&
    band !== null &&
    typeof band.name === 'string' &&
    Array.isArray(band.characters) &&
    band.characters.every(
      (one) =>
        typeof one === 'object' && one !== null && typeof one.name === 'string' && STATS.every((stat) => Number.isInteger(one[stat])) && Array.isArray(one.kit),
    )
  );
}

/** The band as it is sent: names without blanks around them. */
export const tidy = (band: Band): Band => ({ name: band.name.trim(), characters: band.characters.map((one) => ({ ...one, name: one.name.trim() })) });
