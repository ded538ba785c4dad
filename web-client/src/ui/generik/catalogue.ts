import type { Band, Era, Skill, Weapon } from './band';

/** What `GET /api/rulesets/generik` says of bands and campaigns. Numbers of the rules are only ever read from here. */
export interface Catalogue {
  readonly weapons: readonly Arm[];
  readonly skills: readonly Talent[];
  readonly bands: readonly ReadyBand[];
  readonly numbers: {
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
  };
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

/** An entry of an armoury. */
export interface Arm {
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
  /** Each shot takes a load. */
  readonly empties: boolean;
  readonly no_reload: boolean;
  /** Attacks against the bearer that it may have rolled again in a turn. */
  readonly force_attack_reroll_per_turn: number;
}

/** A skill of the list. */
export interface Talent {
  readonly number: number;
  readonly id: Skill;
  readonly rule: string;
  readonly fr: string;
  readonly en: string;
  readonly text_fr: string;
  readonly text_en: string;
  readonly cost: number;
  readonly max_da: number;
  readonly max_da_wounded: number;
}

/** A band one may start from. */
export interface ReadyBand {
  readonly id: string;
  readonly era: Era;
  readonly fr: string;
  readonly en: string;
  readonly pitch_fr: string;
  readonly pitch_en: string;
  /** The band with names in each language. */
  readonly band: { readonly fr: Band; readonly en: Band };
}

/** An entry of an armoury by its id. */
export const armOf = (catalogue: Catalogue, id: Weapon): Arm | undefined => catalogue.weapons.find((one) => one.id === id);

/** A skill by its id. */
export const talentOf = (catalogue: Catalogue, id: Skill): Talent | undefined => catalogue.skills.find((one) => one.id === id);
