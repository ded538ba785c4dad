import type { Band, Era, Member, Numbers, Options, SkillRow, Weapon, WeaponRow } from '../../protocol/generik';
import type { CampaignWords } from '../campaign/model';

/** What `GET /api/rulesets/generik` says of bands, terms and campaigns. Numbers of the rules are only ever read from here. */
export interface Catalogue {
  readonly weapons: readonly WeaponRow[];
  readonly skills: readonly SkillRow[];
  readonly bands: readonly ReadyBand[];
  readonly numbers: Numbers;
  /** Switchable rulings as they usually are, and what they are called. */
  readonly options: Options;
  readonly switches: readonly Switch[];
  readonly campaign: { readonly words: CampaignWords };
}

/** A switchable ruling. */
export interface Switch {
  readonly key: keyof Options;
  readonly rule: string;
  readonly ruling: string;
  readonly fr: string;
  readonly en: string;
  /** What it can be, for a choice of several. */
  readonly values?: readonly { readonly value: string; readonly fr: string; readonly en: string }[];
}

/** A band one may start from. */
export interface ReadyBand {
  readonly id: string;
  readonly era: Era;
  readonly fr: string;
  readonly en: string;
  readonly pitch_fr: string;
  readonly pitch_en: string;
  /** The band with French names, and with English ones. */
  readonly band: Band;
  readonly band_en: Band;
}

/** An entry of an armoury by its id. */
export const armOf = (catalogue: Catalogue, id: string | null | undefined): WeaponRow | undefined => catalogue.weapons.find((one) => one.id === id);

/** Weapons and armour of a figure. */
export const gearOf = (member: Member): Weapon[] => [...member.weapons, ...(member.armour ? [member.armour] : [])];

/** A skill by its id. */
export const talentOf = (catalogue: Catalogue, id: string | undefined): SkillRow | undefined => catalogue.skills.find((one) => one.id === id);
