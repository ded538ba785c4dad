/** The filter of the exercises: by system, by level, and only those that are not solved. It stands in the query of the address. */
import type { ExerciseInfo } from '../protocol';
import { to } from '../router.svelte';

export interface Filter {
  /** Id of a system; `null` for all. */
  readonly system: string | null;
  /** 1 to 5; `null` for all. */
  readonly level: number | null;
  /** Leaves out what was solved on this device. */
  readonly open: boolean;
}

export const LEVELS = [1, 2, 3, 4, 5] as const;

/** Reads a filter. What is neither a system nor a level filters nothing. */
export function readFilter(query: URLSearchParams, systems: readonly string[]): Filter {
  const [system, level] = [query.get('system'), Number(query.get('level'))];
  return {
    system: system !== null && systems.includes(system) ? system : null,
    level: LEVELS.find((one) => one === level) ?? null,
    open: query.get('open') === '1',
  };
}

/** The address of the exercises under a filter. */
export function filtered({ system, level, open }: Filter): string {
  const query = new URLSearchParams();
  if (system !== null) query.set('system', system);
  if (level !== null) query.set('level', String(level));
  if (open) query.set('open', '1');
  return query.size === 0 ? to.practise : `${to.practise}?${query.toString()}`;
}

/** The exercises that pass a filter. */
export function passing(all: readonly ExerciseInfo[], filter: Filter, solved: (one: ExerciseInfo) => boolean): ExerciseInfo[] {
  return all.filter(
    (one) =>
      (filter.system === null || one.ruleset === filter.system) && (filter.level === null || one.level === filter.level) && !(filter.open && solved(one)),
  );
}

/** Exercises about a rule. */
export const about = (all: readonly ExerciseInfo[], ruleset: string, rule: string): ExerciseInfo[] =>
  all.filter((one) => one.ruleset === ruleset && (one.rules ?? []).includes(rule));

/** What an exercise is called within the page. */
export const keyOf = ({ ruleset, id }: Pick<ExerciseInfo, 'ruleset' | 'id'>): string => `${ruleset}/${id}`;

/** The place of an exercise among those of its system. */
export const placeOf = (one: Pick<ExerciseInfo, 'ruleset' | 'id'>): string => `${filtered({ system: one.ruleset, level: null, open: false })}#${keyOf(one)}`;
