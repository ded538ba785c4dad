/** A party while somebody makes it. What may be in it the server says. */
import type { Band, Catalogue, Hero } from '../../../protocol/energie';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));

function isHero(value: unknown): value is Hero {
  if (!isRecord(value)) return false;
  const numbers = [value.physique, value.mental].every(Number.isInteger);
  return typeof value.name === 'string' && typeof value.kind === 'string' && numbers && list(value.weapons) && list(value.protections) && list(value.skills);
}

/** A hero with everything it may leave out. */
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

/** A party out of anything that has the shape of one; `null` when it has not. */
export function bandFrom(value: unknown): Band | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.heroes) || !value.heroes.every(isHero)) return null;
  const heroes = value.heroes.map(whole);
  const ids = new Set(heroes.map(({ id }) => id));
  const purse = isRecord(value.purse) ? { purse: value.purse as unknown as NonNullable<Band['purse']> } : {};
  return { name: value.name, heroes: ids.size === heroes.length ? heroes : heroes.map((hero, id) => ({ ...hero, id })), ...purse };
}

/** The party as it is sent: names without blanks around them. */
export const tidy = (band: Band): Band => ({ ...band, name: band.name.trim(), heroes: band.heroes.map((hero) => ({ ...hero, name: hero.name.trim() })) });

/** The next ready-made hero whom the party does not have. */
export function freeHero(catalogue: Catalogue, band: Band, from: number): Hero {
  const order = catalogue.heroes.map((_, n) => (n + from) % catalogue.heroes.length);
  const at = order.find((n) => !band.heroes.some(({ name }) => name === catalogue.heroes[n]?.hero.name)) ?? order[0] ?? 0;
  const ids = band.heroes.map(({ id }) => id);
  const id = Array.from({ length: 256 }, (_, n) => n).find((n) => !ids.includes(n)) ?? 0;
  return { ...whole(catalogue.heroes[at]?.hero as Hero, at), id, look: at };
}

/** The same party with so many heroes; what is written stays. */
export function sized(band: Band, many: number, catalogue: Catalogue, from: number): Band {
  let next: Band = band.heroes.length > many ? { ...band, heroes: band.heroes.slice(0, many) } : band;
  while (next.heroes.length < many) next = { ...next, heroes: [...next.heroes, freeHero(catalogue, next, from + next.heroes.length)] };
  return next;
}

/** A ready-made hero in the place of another. */
export const asMember = (hero: Hero, look: number, id: number): Hero => ({ ...whole(hero, look), id, look });
