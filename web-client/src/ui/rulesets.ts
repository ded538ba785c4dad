import { wordsHere } from '../i18n/index.svelte';
import type { Fold } from '../store/timeline.svelte';
import type { RulesetSetup, RulesetUi } from './ruleset';

/** Every ruleset is a folder here whose `index.ts` exports its {@link RulesetUi} as default; loaded when needed. */
const tables = import.meta.glob<{ default: RulesetUi }>('./*/index.ts');
/** Beside it `setup.ts` exports its {@link RulesetSetup}. */
const setups = import.meta.glob<{ default: RulesetSetup }>('./*/setup.ts');

async function load<T>(found: Record<string, () => Promise<{ default: T }>>, id: string, file: string): Promise<T> {
  const module = found[`./${id}/${file}`];
  if (!module) throw new Error(`this client does not know the ruleset ${id}`);
  const loaded = await module();
  await wordsHere();
  return loaded.default;
}

/** What a ruleset brings to the table. */
export const loadRuleset = (id: string): Promise<RulesetUi> => load(tables, id, 'index.ts');

/** What a ruleset brings to what comes before a game. */
export const loadSetup = (id: string): Promise<RulesetSetup> => load(setups, id, 'setup.ts');

/** The fold of a ruleset. */
export async function loadFold(id: string): Promise<Fold<unknown, unknown>> {
  return (await loadRuleset(id)).fold;
}
