import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExerciseInfo } from '../protocol';

const words = { fr: 'x', en: 'x' };
const puzzle = (ruleset: string, n: number): ExerciseInfo => ({ ruleset, scenario: 'x', id: `p${n}`, kind: 'puzzle', level: 2, title: words, text: words });
const lesson = (ruleset: string): ExerciseInfo => ({ ...puzzle(ruleset, 0), id: 'lesson', kind: 'lesson' });
const all = ['one', 'two'].flatMap((ruleset) => [lesson(ruleset), ...Array.from({ length: 17 }, (_, n) => puzzle(ruleset, n))]);

const kept = new Map<string, string>();

async function fresh() {
  vi.resetModules();
  return import('./exercises.svelte');
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

describe('the exercise of the day', () => {
  it('is the same from morning to night', async () => {
    const { ofTheDay } = await fresh();
    const morning = ofTheDay(all, new Date(2026, 10, 23, 0, 1));
    expect(morning).toBe(ofTheDay(all, new Date(2026, 10, 23, 23, 59)));
    expect(morning?.kind).toBe('puzzle');
  });

  it('changes each day, alternates between the systems, and repeats only after all puzzles', async () => {
    const { ofTheDay } = await fresh();
    const days = Array.from({ length: 34 }, (_, day) => ofTheDay(all, new Date(2026, 10, 1 + day)));
    const names = days.map((one) => `${one?.ruleset}/${one?.id}`);
    expect(new Set(names).size).toBe(34);
    expect(days.slice(1).every((one, at) => one?.ruleset !== days[at]?.ruleset)).toBe(true);
  });

  it('is undefined where there are no exercises', async () => {
    const { ofTheDay } = await fresh();
    expect(ofTheDay([], new Date())).toBeUndefined();
  });
});

describe('what is solved', () => {
  it('is remembered on the device', async () => {
    const first = await fresh();
    const one = puzzle('one', 3);
    expect(first.isSolved(one)).toBe(false);
    first.solve(one);
    first.solve(one);
    expect(first.isSolved(one)).toBe(true);
    expect(first.isSolved(puzzle('two', 3))).toBe(false);
    const later = await fresh();
    expect(later.isSolved(one)).toBe(true);
    expect([...kept.values()]).toEqual(['["one/p3"]']);
  });

  it('is empty where the stored value is damaged', async () => {
    kept.set('bagarre.solved', '{"a":1}');
    expect((await fresh()).isSolved(puzzle('one', 1))).toBe(false);
  });

  it('leads to the next exercise that is not solved', async () => {
    const { nextAfter, solve } = await fresh();
    expect(nextAfter(all, lesson('one'))?.id).toBe('p0');
    solve(puzzle('one', 0));
    expect(nextAfter(all, lesson('one'))?.id).toBe('p1');
    expect(nextAfter(all, puzzle('one', 16))).toMatchObject({ ruleset: 'one', id: 'lesson' });
    for (const one of all) solve(one);
    expect(nextAfter(all, puzzle('two', 4))).toMatchObject({ ruleset: 'two', id: 'p5' });
  });
});
