import { wordsHere } from '../i18n/index.svelte';
import { api } from '../net/api';
import type { Presentation } from '../protocol';
import { foldOf } from '../store/fold';
import type { Fold } from '../store/timeline.svelte';
import type { OwnUi, RulesetSetup, RulesetUi } from './ruleset';

/** Every ruleset is a folder here whose `index.ts` exports its {@link RulesetUi} as default; loaded when needed. */
const tables = import.meta.glob<{ default: OwnUi }>('./*/index.ts');
/** Beside it `setup.ts` exports its {@link RulesetSetup}. */
const setups = import.meta.glob<{ default: RulesetSetup }>('./*/setup.ts');

async function load<T>(found: Record<string, () => Promise<{ default: T }>>, id: string, file: string): Promise<T> {
  const module = found[`./${id}/${file}`];
  if (!module) throw new Error(`this client does not know the ruleset ${id}`);
  const loaded = await module();
  await wordsHere();
  return loaded.default;
}

const asked = new Map<string, Promise<Presentation>>();

/** How a ruleset presents itself, asked once. */
function presentation(id: string): Promise<Presentation> {
  const known = asked.get(id) ?? api.presentation(id);
  asked.set(id, known);
  known.catch(() => asked.delete(id));
  return known;
}

/** What a ruleset brings to the table. */
export async function loadRuleset(id: string): Promise<RulesetUi> {
  const [ui, presented] = await Promise.all([load(tables, id, 'index.ts'), presentation(id)]);
  return { ...ui, fold: foldOf(presented, ui.telling) } as RulesetUi;
}

/** What a ruleset brings to what comes before a game. */
export const loadSetup = (id: string): Promise<RulesetSetup> => load(setups, id, 'setup.ts');

/** The fold of a ruleset. */
export async function loadFold(id: string): Promise<Fold<unknown, unknown>> {
  return (await loadRuleset(id)).fold;
}
