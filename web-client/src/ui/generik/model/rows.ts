/** Rows of the catalogue that the panels of a game read. */
import { lang } from '../../../i18n/index.svelte';
import type { ActName } from '../../../i18n/generik/ids';
import type { ActRow, Scenario, ScenarioRow, SkillRow, TerrainKind, WeaponRow } from '../../../protocol/generik';
import { catalogue } from '../catalogue.svelte';

/** Every kind of terrain. */
export const kinds = (): readonly TerrainKind[] => catalogue.found?.terrain ?? [];

export const weaponRow = (id: string | null | undefined): WeaponRow | undefined => catalogue.found?.weapons.find((row) => row.id === id);
export const skillRow = (id: string): SkillRow | undefined => catalogue.found?.skills.find((row) => row.id === id);
export const scenarioRow = (id: Scenario | null): ScenarioRow | undefined => catalogue.found?.scenarios.find((row): row is ScenarioRow => row.id === id);

/** The row of an action; leaving by an edge is a move, reloading by heroism a heroic action. */
export function actRow(name: ActName): ActRow | undefined {
  const id = name === 'exit' ? 'move' : name;
  return catalogue.found?.numbers.action.find((row) => row.id === id);
}

/** The words of a row in the language of the moment. */
export const rowName = (row: { fr: string; en: string }): string => row[lang()];
export const rowText = (row: { text_fr: string; text_en: string }): string => (lang() === 'fr' ? row.text_fr : row.text_en);
