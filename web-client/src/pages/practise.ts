/** The filter of the exercises: by system, by level, and only unsolved ones. It is kept in the query of the address. */
import type { ExerciseInfo } from '../protocol';
import { to } from '../router.svelte';

export interface Filter {
  /** The id of a system; `null` for all. */
  readonly system: string | null;
  /** A level from 1 to 5; `null` for all. */
  readonly level: number | null;
  /** Whether exercises that were solved on this device are left out. */
  readonly open: boolean;
}

export const LEVELS = [1, 2, 3, 4, 5] as const;

/** Reads a filter. Values that are neither a system nor a level are ignored. */
export function readFilter(query: URLSearchParams, systems: readonly string[]): Filter {
  const [system, level] = [query.get('system'), Number(query.get('level'))];
  return {
    system: system !== null && systems.includes(system) ? system : null,
    level: LEVELS.find((one) => one === level) ?? null,
    open: query.get('open') === '1',
  };
}

/** Returns the address of the exercises under a filter. */
export function filtered({ system, level, open }: Filter): string {
  const query = new URLSearchParams();
  if (system !== null) query.set('system', system);
  if (level !== null) query.set('level', String(level));
  if (open) query.set('open', '1');
  return query.size === 0 ? to.practise : `${to.practise}?${query.toString()}`;
}

/** Returns the exercises that pass a filter. */
export function passing(all: readonly ExerciseInfo[], filter: Filter, solved: (one: ExerciseInfo) => boolean): ExerciseInfo[] {
  return all.filter(
    (one) =>
      (filter.system === null || one.ruleset === filter.system) && (filter.level === null || one.level === filter.level) && !(filter.open && solved(one)),
  );
}

/** Returns the exercises about a rule. */
export const about = (all: readonly ExerciseInfo[], ruleset: string, rule: string): ExerciseInfo[] =>
  all.filter((one) => one.ruleset === ruleset && (one.rules ?? []).includes(rule));

/** Returns the id of an exercise within the page. */
export const keyOf = ({ ruleset, id }: Pick<ExerciseInfo, 'ruleset' | 'id'>): string => `${ruleset}/${id}`;

/** Returns the address of an exercise among those of its system. */
export const placeOf = (one: Pick<ExerciseInfo, 'ruleset' | 'id'>): string => `${filtered({ system: one.ruleset, level: null, open: false })}#${keyOf(one)}`;
