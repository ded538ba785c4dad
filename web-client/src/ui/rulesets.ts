import { wordsHere } from '../i18n/index.svelte';
import { api } from '../net/api';
import { foldOf } from '../store/fold';
import type { Fold } from '../store/timeline.svelte';
import { learn } from './common/names.svelte';
import { Presented } from './house/presented.svelte';
import type { OwnSetup, OwnUi, RulesetSetup, RulesetUi } from './ruleset';

/** The `index.ts` of each system that has panels of its own, by path; its default export is an {@link OwnUi}. Loaded when needed. */
const tables = import.meta.glob<{ default: OwnUi }>('./*/index.ts');
/** The `setup.ts` of such systems, by path; its default export is an {@link OwnSetup}. */
const setups = import.meta.glob<{ default: OwnSetup }>('./*/setup.ts');

async function own<T>(found: Record<string, () => Promise<{ default: T }>>, id: string, file: string): Promise<Partial<T>> {
  const loaded = await found[`./${id}/${file}`]?.();
  await wordsHere();
  return loaded?.default ?? {};
}

const asked = new Map<string, Promise<Presented>>();

/** Fetches the presentation of a system and caches it; a failed request is not cached. */
export function presented(id: string): Promise<Presented> {
  const known = asked.get(id);
  if (known) return known;
  const coming = api.presentation(id).then((data) => {
    learn(id, data.card);
    return new Presented(id, data);
  });
  asked.set(id, coming);
  coming.catch(() => asked.delete(id));
  return coming;
}

/** The panel of the house for each part that a system does not have itself; loaded only then. */
const lent = {
  Board: async () => (await import('./house/Board.svelte')).default,
  Ranks: async () => (await import('./house/Ranks.svelte')).default,
  Orders: async () => (await import('./house/Orders.svelte')).default,
  Question: async () => (await import('./house/Question.svelte')).default,
  Log: async () => (await import('./house/Log.svelte')).default,
} as const;

async function part<K extends keyof typeof lent>(brought: OwnUi, name: K): Promise<RulesetUi[K]> {
  return (brought[name] ?? (await lent[name]())) as RulesetUi[K];
}

/** Loads the table of a system: its own panels, and those of the house for the rest. */
export async function loadRuleset(id: string): Promise<RulesetUi> {
  const [house, brought] = await Promise.all([presented(id), own(tables, id, 'index.ts')]);
  const [Board, Ranks, Orders, Question, Log] = await Promise.all([
    part(brought, 'Board'),
    part(brought, 'Ranks'),
    part(brought, 'Orders'),
    part(brought, 'Question'),
    part(brought, 'Log'),
  ]);
  return {
    session: () => null,
    moment: (view) => house.moment(view),
    asked: (ask, view, player) => asking(house, ask, view, player),
    ...brought,
    house,
    fold: foldOf(house.data, brought.telling),
    Board,
    Ranks,
    Orders,
    Question,
    Log,
  } as RulesetUi;
}

/** Returns the question to our seat; `null` where the system has no words for it. */
function asking(house: Presented, ask: unknown, view: unknown, player: (seat: number) => string): readonly [string, string] | null {
  const words = house.asked(ask, player, view);
  return words === '' ? null : [words, ''];
}

/** Loads the panels of a system before a game. */
export async function loadSetup(id: string): Promise<RulesetSetup> {
  const [house, brought] = await Promise.all([presented(id), own(setups, id, 'setup.ts')]);
  const Creation = brought.Creation ?? (await import('./house/Creation.svelte')).default;
  return { ...brought, house, Creation };
}

/** Loads the fold of a system. */
export async function loadFold(id: string): Promise<Fold<unknown, unknown>> {
  const [house, brought] = await Promise.all([presented(id), own(tables, id, 'index.ts')]);
  return foldOf(house.data, brought.telling);
}
