/** The model of a party that is being made. The server says what may be in it. */
import type { Band, Catalogue, Hero } from '../../../protocol/energie';
import { areWords, bandOf, isRecord } from '../../house/creation/band';

/** Returns a hero with all properties that it may leave out. */
const whole = (hero: Hero, id: number): Hero => ({
  ...hero,
  id: Number.isInteger(hero.id) ? hero.id : id,
  pe_bonus: hero.pe_bonus ?? 0,
  weapons: hero.weapons ?? [],
  protections: hero.protections ?? [],
  skills: hero.skills ?? [],
  fp: hero.fp ?? [],
  vol: hero.vol ?? false,
  look: hero.look ?? id,
});

/** Reads a hero from a value; `null` when it has not the shape of one. */
function heroFrom(value: unknown, at: number): Hero | null {
  if (!isRecord(value) || typeof value.name !== 'string' || typeof value.kind !== 'string') return null;
  const numbers = [value.physique, value.mental].every(Number.isInteger);
  const lists = [value.weapons, value.protections, value.skills].every((list) => list === undefined || areWords(list));
  return numbers && lists ? whole(value as unknown as Hero, at) : null;
}

/** Reads a party from a value; `null` when it has not the shape of one. */
export function bandFrom(value: unknown): Band | null {
  const found = bandOf(value, heroFrom);
  if (!found) return null;
  const { name, heroes, more } = found;
  const ids = new Set(heroes.map(({ id }) => id));
  const purse = isRecord(more.purse) ? { purse: more.purse as unknown as NonNullable<Band['purse']> } : {};
  return { name, heroes: ids.size === heroes.length ? heroes : heroes.map((hero, id) => ({ ...hero, id })), ...purse };
}

/** Returns the next ready-made hero that the party does not have, from an index of the table on. */
export function freeHero(catalogue: Catalogue, band: Band, from: number): Hero {
  const order = catalogue.heroes.map((_, n) => (n + from) % catalogue.heroes.length);
  const at = order.find((n) => !band.heroes.some(({ name }) => name === catalogue.heroes[n]?.hero.name)) ?? order[0] ?? 0;
  const ids = band.heroes.map(({ id }) => id);
  const id = Array.from({ length: 256 }, (_, n) => n).find((n) => !ids.includes(n)) ?? 0;
  return { ...whole(catalogue.heroes[at]?.hero as Hero, at), id, look: at };
}

/** Returns a ready-made hero with the id of the one that it replaces. */
export const asMember = (hero: Hero, look: number, id: number): Hero => ({ ...whole(hero, look), id, look });
