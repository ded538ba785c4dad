/** A band as a file: what players keep, send and bring back. */
import type { Band, Era, Member, Skill, Weapon } from '../../../protocol/generik';
import { armOf, gearOf, talentOf, type Catalogue } from '../catalogue';
import { areWords, isRecord } from '../../house/creation/band';
import { tidy } from './model';

/** Says what the file is, so that another JSON is not taken for a band. */
const KIND = 'generik-band';

/** Why a text is not a band, as a key of the creation texts. */
export interface Unreadable {
  readonly key: 'fileNotJson' | 'fileNotBand' | 'fileUnknown';
  readonly params: Readonly<Record<string, string>>;
}

/** The band as text, pretty enough to be read. */
export const write = (band: Band): string => `${JSON.stringify({ bagarre: KIND, version: 1, band: tidy(band) }, null, 2)}\n`;

/** Reads a band, whatever it breaks of the limits: those are told while one puts them right. */
export function read(text: string, catalogue: Catalogue): { band: Band } | { problem: Unreadable } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: { key: 'fileNotJson', params: {} } };
  }
  const inner = isRecord(value) && 'band' in value ? value.band : value;
  const band = bandFrom(inner, catalogue);
  if (!band) return { problem: { key: 'fileNotBand', params: {} } };
  const strange = band.members.flatMap((one) => [...gearOf(one).filter((id) => !armOf(catalogue, id)), ...one.skills.filter((id) => !talentOf(catalogue, id))]);
  return strange.length > 0 ? { problem: { key: 'fileUnknown', params: { what: [...new Set(strange)].join(', ') } } } : { band };
}

const strings = (value: unknown): string[] | null => (value === undefined ? [] : areWords(value) ? [...value] : null);

/** A band out of anything that has the shape of one; `null` when it has not. */
export function bandFrom(value: unknown, catalogue: Catalogue): Band | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.members)) return null;
  const era = catalogue.numbers.era.find((one) => one.id === value.era)?.id;
  const members = value.members.map(memberFrom);
  if (era === undefined || members.length > catalogue.numbers.band.max_figures_engine || members.some((one) => one === null)) return null;
  const band = { name: value.name, era: era satisfies Era, members: members.filter((one) => one !== null) };
  // Numbers tell figures apart: two alike cannot stay.
  const ids = new Set(band.members.map((one) => one.id));
  return ids.size === band.members.length ? band : { ...band, members: band.members.map((one, id) => ({ ...one, id })) };
}

function memberFrom(value: unknown, at: number): Member | null {
  if (!isRecord(value) || typeof value.name !== 'string') return null;
  const weapons = strings(value.weapons);
  const skills = strings(value.skills);
  if (!weapons || !skills || (value.armour !== undefined && value.armour !== null && typeof value.armour !== 'string')) return null;
  const chief = value.chief === true;
  const small = (number: unknown, other: number) => (Number.isInteger(number) && Number(number) >= 0 && Number(number) < 256 ? Number(number) : other);
  return {
    id: small(value.id, at),
    name: value.name,
    chief,
    look: small(value.look, at),
    health: 'well',
    founder: chief,
    // What the catalogue does not know is told by `read`.
    weapons: weapons as Weapon[],
    skills: skills as Skill[],
    ...(typeof value.armour === 'string' ? { armour: value.armour as Weapon } : {}),
  };
}
