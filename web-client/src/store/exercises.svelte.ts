/** Lessons and puzzles: which are solved on this device, the puzzle of the day, and how one is opened. */
import { api } from '../net/api';
import type { ExerciseInfo } from '../protocol';
import { navigate, to } from '../router.svelte';
import { startAtOnce } from './fight.svelte';
import { recallJson, remember } from './local';
import { askAnew, me, suggestedName } from './me.svelte';

type Named = Pick<ExerciseInfo, 'ruleset' | 'id'>;

const nameOf = ({ ruleset, id }: Named): string => `${ruleset}/${id}`;

const KEY = 'solved';

function read(): readonly string[] {
  const kept = recallJson<unknown>(KEY);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

let solved = $state.raw<readonly string[]>(read());

/** Returns whether an exercise was solved on this device. */
export const isSolved = (exercise: Named): boolean => solved.includes(nameOf(exercise));

/** Remembers that an exercise is solved, on this device only. */
export function solve(exercise: Named): void {
  if (isSolved(exercise)) return;
  // Another page of this browser may have solved others meanwhile.
  solved = [...new Set([...read(), ...solved, nameOf(exercise)])];
  remember(KEY, JSON.stringify(solved));
}

/** Returns the number of a day. Consecutive days have consecutive numbers. */
const dayOf = (date: Date): number => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** Returns the puzzle of a day: the same for all players, another one than the day before, of each system in turn. */
export function ofTheDay(all: readonly ExerciseInfo[], date: Date): ExerciseInfo | undefined {
  const puzzles = all.filter((one) => one.kind === 'puzzle');
  const systems = [...new Set(puzzles.map((one) => one.ruleset))];
  const day = dayOf(date);
  const own = puzzles.filter((one) => one.ruleset === systems[day % systems.length]);
  // The step 7 has no common divisor with most lengths, so that the whole list is used, in an order that is not obvious.
  return own[(Math.floor(day / systems.length) * 7) % own.length];
}

/** Returns the next exercise of the same system, after this one, that is not solved; the next one where all others are. */
export function nextAfter(all: readonly ExerciseInfo[], exercise: Named): ExerciseInfo | undefined {
  const own = all.filter((one) => one.ruleset === exercise.ruleset);
  const at = own.findIndex((one) => one.id === exercise.id);
  const others = [...own.slice(at + 1), ...own.slice(0, Math.max(0, at))];
  return others.find((one) => !isSolved(one)) ?? others[0];
}

let listed: Promise<ExerciseInfo[]> | null = null;

/** Fetches all exercises, once. */
export function exercises(): Promise<ExerciseInfo[]> {
  listed ??= api.exercises().catch((error: unknown) => {
    listed = null;
    throw error;
  });
  return listed;
}

/** Opens a room for an exercise and goes there. A player without a name gets one, which can be changed later. */
export async function practise({ ruleset, id }: Named): Promise<void> {
  const opened = await api.practise({ ruleset, id, ...(me() ? {} : { name: suggestedName() }) });
  if (!me()) askAnew();
  startAtOnce(opened.id);
  navigate(to.invitation(opened.id, opened.invite));
}
