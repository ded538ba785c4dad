/** The model of a band that is being made, without a screen. The rules say what it costs and what is wrong with it. */
import type { Armour, Attr, Band, Catalogue, Hero, Item, Shield, Special, Weapon } from '../../../protocol/celtiques';
import { areWords, bandOf, drawn, isRecord, lentLike } from '../../house/creation/band';

export const ATTRS: readonly Attr[] = ['FO', 'AG', 'EN', 'Pe', 'ES', 'PR', 'CO', 'RE'];
export const SPECIALS: readonly Special[] = ['precision', 'charge', 'bouclier', 'force', 'acrobatique', 'tomber', 'immobiliser', 'projeter'];

/** The upper bound of the heroes in a band: as many as the largest game takes. */
const MANY = 6;
/** Returns a hero to begin with: the lowest attributes, and nothing else. */
export const bare = (name: string, catalogue: Catalogue): Hero => ({
  name,
  attributes: Object.fromEntries(ATTRS.map((attr) => [attr, catalogue.allowance.least])),
  confiance: 0,
  skills: {},
  specialities: [],
  weapons: [],
  shields: [],
  armours: [],
  items: [],
  undressed: false,
});

const numbers = (value: unknown): value is Record<string, number> =>
  isRecord(value) && Object.values(value).every((one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 100);

/** Reads a hero from a value; `null` when it has not the shape of one. */
function heroFrom(value: unknown): Hero | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !numbers(value.attributes) || !numbers(value.skills) || !areWords(value.weapons)) return null;
  const list = (one: unknown) => (areWords(one) ? one : []);
  return {
    name: value.name,
    attributes: value.attributes,
    confiance: Number.isInteger(value.confiance) ? Number(value.confiance) : 0,
    skills: Object.fromEntries(Object.entries(value.skills).filter(([, level]) => level > 0)),
    specialities: list(value.specialities) as Special[],
    weapons: value.weapons as Weapon[],
    shields: list(value.shields) as Shield[],
    armours: list(value.armours) as Armour[],
    items: list(value.items) as Item[],
    undressed: value.undressed === true,
    ...(Array.isArray(value.trophies) && value.trophies.every(Number.isInteger) && value.trophies.length > 0 ? { trophies: value.trophies as number[] } : {}),
    ...(Number.isInteger(value.blessure) && Number(value.blessure) > 0 ? { blessure: Number(value.blessure) } : {}),
    ...(Number.isInteger(value.won) && Number(value.won) > 0 ? { won: Number(value.won) } : {}),
  };
}

/** Reads a band from a value; `null` when it has not the shape of one. */
export function bandFrom(value: unknown): Band | null {
  const found = bandOf(value, heroFrom, MANY);
  if (!found) return null;
  const { name, heroes, more } = found;
  return { name, heroes, ...(Number.isInteger(more.campaign) ? { campaign: Number(more.campaign) } : {}) };
}

/** Returns the next ready-made hero that the band does not have, from an index of the list on; a new hero where it has them all. */
export function freeHero(catalogue: Catalogue, band: Band, from: number): Hero {
  const all = catalogue.heroes;
  const taken = band.heroes.map(({ name }) => name);
  const order = all.slice(from % all.length).concat(all);
  return order.find((one) => !taken.includes(one.name)) ?? bare(drawn(lentLike(catalogue.lent, ''), taken), catalogue);
}
