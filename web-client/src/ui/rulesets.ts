import type { Fold } from '../store/timeline.svelte';
import type { RulesetUi } from './ruleset';

/** Every ruleset is a folder here whose `index.ts` exports its {@link RulesetUi} as default; loaded when needed. */
const found = import.meta.glob<{ default: RulesetUi }>('./*/index.ts');

/** What a ruleset brings to the table. */
export async function loadRuleset(id: string): Promise<RulesetUi> {
  const load = found[`./${id}/index.ts`];
  if (!load) throw new Error(`this client does not know the ruleset ${id}`);
  return (await load()).default;
}

/** The fold of a ruleset. */
export async function loadFold(id: string): Promise<Fold<unknown, unknown>> {
  return (await loadRuleset(id)).fold;
}
