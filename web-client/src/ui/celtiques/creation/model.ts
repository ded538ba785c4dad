/** Making a band without a screen: what is put where. What it comes to, and what is wrong with it, the rules say. */
import { lang } from '../../../i18n/index.svelte';
import type { Armour, Attr, Band, Catalogue, Hero, Item, Shield, Special, Weapon } from '../../../protocol/celtiques';

export const ATTRS: readonly Attr[] = ['FO', 'AG', 'EN', 'Pe', 'ES', 'PR', 'CO', 'RE'];
export const SPECIALS: readonly Special[] = ['precision', 'charge', 'bouclier', 'force', 'acrobatique', 'tomber', 'immobiliser', 'projeter'];

/** Names to draw from. */
const NAMES = [
  'Vercassivellaunos',
  'Sedullos',
  'Catubodua',
  'Lugurix',
  'Bellovesos',
  'Andarta',
  'Cintugnatos',
  'Boduognatos',
  'Rosmerta',
  'Segomaros',
  'Orgetos',
  'Vindonna',
  'Taranucnos',
  'Epona',
] as const;
const BANDS = {
  fr: ['Les Enfants du Sanglier', 'La Meute d’Arduinna', 'Les Lances de Bibracte', 'Les Fils du Torque', 'La Bande du Gué', 'Les Corbeaux de Lugus'],
  en: ['Children of the Boar', 'Arduinna’s Pack', 'The Spears of Bibracte', 'Sons of the Torc', 'The Ford Band', 'The Ravens of Lugus'],
} as const;

/** A name that is not taken yet; `chance` from 0 to 1. */
export function draw(what: 'hero' | 'band', taken: readonly string[], chance: number = Math.random()): string {
  const from: readonly string[] = what === 'hero' ? NAMES : BANDS[lang()];
  const free = from.filter((name) => !taken.includes(name));
  const list = free.length > 0 ? free : from;
  return list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? '';
}

/** A hero to begin with. */
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

const record = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const words = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');
const numbers = (value: unknown): value is Record<string, number> =>
  record(value) && Object.values(value).every((one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 100);

/** The hero that something is, as far as it has the shape of one. */
function heroFrom(value: unknown): Hero | null {
  if (!record(value) || typeof value.name !== 'string' || !numbers(value.attributes) || !numbers(value.skills) || !words(value.weapons)) return null;
  const list = (one: unknown) => (words(one) ? one : []);
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
    ...(Number.isInteger(value.blessure) && Number(value.blessure) > 0 ? { blessure: Number(value.blessure) } : {}),
    ...(Number.isInteger(value.won) && Number(value.won) > 0 ? { won: Number(value.won) } : {}),
  };
}

/** A band out of anything that has the shape of one; `null` when it has not. */
export function bandFrom(value: unknown): Band | null {
  if (!record(value) || typeof value.name !== 'string' || !Array.isArray(value.heroes) || value.heroes.length > 6) return null;
  const heroes = value.heroes.map(heroFrom);
  if (heroes.some((one) => one === null)) return null;
  const campaign = Number.isInteger(value.campaign) ? { campaign: Number(value.campaign) } : {};
  return { name: value.name, heroes: heroes.filter((one) => one !== null), ...campaign };
}

/** The band as it is sent: names without blanks around them, fields in one order, so that two bands can be compared. */
export const tidy = (band: Band): Band =>
  bandFrom({ ...band, name: band.name.trim(), heroes: band.heroes.map((one) => ({ ...one, name: one.name.trim() })) }) ?? band;

/** Makes a band exactly so many: what is too much is left out, what is missing is made by `fresh`. */
export function sized(band: Band, count: number, fresh: (taken: readonly string[]) => Hero): Band {
  if (band.heroes.length === count) return band;
  const heroes = band.heroes.slice(0, count);
  while (heroes.length < count) heroes.push(fresh(heroes.map((one) => one.name)));
  return { ...band, heroes };
}

/** Ready-made heroes that nobody of the band is yet, in the order of the table. */
export const readyFor = (catalogue: Catalogue, taken: readonly string[]): Hero | undefined => catalogue.heroes.find((hero) => !taken.includes(hero.name));
