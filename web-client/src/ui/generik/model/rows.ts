/** Rows of the catalogue that the panels of a game read. */
import { lang } from '../../../i18n/index.svelte';
import type { ActName } from '../../../i18n/generik/ids';
import type { Scenario } from '../../../protocol/generik';
import type { SkillRow, WeaponRow } from '../catalogue';
import { catalogue } from '../catalogue.svelte';
import type { TerrainKind } from '../table/types';

/** What a fight needs to know of a weapon. */
export interface ArmRow extends WeaponRow {
  /** Each shot takes a load. */
  readonly empties: boolean;
  /** Shots, and attacks, of the action for several; 0 when it has none. */
  readonly multi_shot: number;
  readonly multi_attack: number;
  readonly pair_volley: boolean;
  /** DA lost by the face of the die; `null` when it does not distract. */
  readonly distract: readonly number[] | null;
  readonly hook_da_loss: number;
}

/** An action (section 4). */
export interface ActRow {
  readonly id: string;
  readonly rule: string;
  /** DA it costs; for climbing, for each 5 cm begun (GEN-ACT-35). */
  readonly da: number;
  /** DA when only fast weapons are reloaded (GEN-ACT-38); 0 elsewhere. */
  readonly da_fast_weapons_only: number;
}

/** A scenario with its points; those that are not its own are 0. */
export interface ScenarioRow {
  readonly id: string;
  readonly rule: string;
  readonly text_fr: string;
  readonly text_en: string;
  readonly control_turns?: number;
  readonly exits_needed?: number;
  readonly [score: `score_${string}`]: number | undefined;
}

interface Rows {
  readonly weapons: readonly ArmRow[];
  readonly terrain: readonly TerrainKind[];
  readonly scenarios: readonly ScenarioRow[];
  readonly numbers: { readonly action: readonly ActRow[] };
}

/** The catalogue as a game reads it, once it is there. */
const rows = (): Rows | null => catalogue.found as unknown as Rows | null;

/** Every kind of terrain. */
export const kinds = (): readonly TerrainKind[] => rows()?.terrain ?? [];

export const weaponRow = (id: string | null | undefined): ArmRow | undefined => rows()?.weapons.find((row) => row.id === id);
export const skillRow = (id: string): SkillRow | undefined => catalogue.found?.skills.find((row) => row.id === id);
export const scenarioRow = (id: Scenario | null): ScenarioRow | undefined => rows()?.scenarios.find((row) => row.id === id);

/** The row of an action; leaving by an edge is a move, reloading by heroism a heroic action. */
export function actRow(name: ActName): ActRow | undefined {
  const id = name === 'exit' ? 'move' : name;
  return rows()?.numbers.action.find((row) => row.id === id);
}

/** The words of a row in the language of the moment. */
export const rowName = (row: { fr: string; en: string }): string => row[lang()];
export const rowText = (row: { text_fr: string; text_en: string }): string => (lang() === 'fr' ? row.text_fr : row.text_en);
