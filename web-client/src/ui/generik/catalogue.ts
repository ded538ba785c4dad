import type { Band, Era, Member, Options, Skill, Weapon } from '../../protocol/generik';
import type { CampaignWords } from '../campaign/model';
import type { TerrainKind } from './table/types';

/** What `GET /api/rulesets/generik` says of bands, terms and campaigns. Numbers of the rules are only ever read from here. */
export interface Catalogue {
  readonly weapons: readonly WeaponRow[];
  readonly skills: readonly SkillRow[];
  readonly bands: readonly ReadyBand[];
  readonly terrain: readonly TerrainKind[];
  readonly numbers: Numbers;
  /** Switchable rulings as they usually are, and what they are called. */
  readonly options: Options;
  readonly switches: readonly Switch[];
  readonly campaign: { readonly words: CampaignWords };
}

/** Where a price comes from: the printed rules, or a proposal of ours. */
export type Source = 'print' | 'ours';

export interface EraInfo {
  readonly id: Era;
  readonly fr: string;
  readonly en: string;
  readonly text_fr: string;
  readonly text_en: string;
  readonly costs: Source;
}

/** The numbers of the rules that bands and campaigns need. */
export interface Numbers {
  readonly era: readonly EraInfo[];
  readonly figure: { readonly max_da: number; readonly max_da_wounded: number };
  readonly band: {
    readonly budget: number;
    readonly chief_cost: number;
    readonly member_cost: number;
    readonly max_weapons: number;
    readonly max_skills: number;
    readonly second_skill_multiplier: number;
    readonly unique_skill_exceptions: readonly Skill[];
    readonly max_figures_engine: number;
  };
  readonly campaign: {
    readonly reputation_min_total: number;
    readonly reputation_gain: number;
    readonly care_wounded_cost: number;
    readonly care_ooa_cost: number;
    /** What comes of the care of somebody out of action, by the face of the die. */
    readonly care_ooa_table: readonly ('dead' | 'wounded' | 'healed')[];
    readonly pay_per_man: number;
    readonly pay_per_skill: number;
    readonly pay_per_weapon: number;
    readonly skill_thresholds: readonly number[];
    readonly skill_threshold_step_after: number;
  };
}

/** An entry of an armoury. */
export interface WeaponRow {
  readonly id: Weapon;
  readonly rule: string;
  readonly era: Era;
  readonly fr: string;
  readonly en: string;
  readonly text_fr: string;
  readonly text_en: string;
  /** Reach in tenths of a millimetre; 0 where there is none. */
  readonly short: number;
  readonly long: number;
  readonly cost: number;
  readonly cost_source: Source;
  readonly slot: 'weapon' | 'armour';
  readonly charges: number;
  readonly no_reload: boolean;
}

/** A skill of the list. */
export interface SkillRow {
  readonly number: number;
  readonly id: Skill;
  readonly rule: string;
  readonly fr: string;
  readonly en: string;
  readonly text_fr: string;
  readonly text_en: string;
  readonly cost: number;
  /** DA of a turn where the skill says so; 0 where it does not. */
  readonly max_da: number;
  readonly max_da_wounded: number;
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
