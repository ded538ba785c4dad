import { describe, expect, it } from 'vitest';
import type { ExerciseInfo } from '../protocol';
import { about, filtered, passing, placeOf, readFilter } from './practise';

const words = { fr: 'x', en: 'x' };
const exercise = (ruleset: string, id: string, level: number, rules?: string[]): ExerciseInfo => ({
  ruleset,
  scenario: 'x',
  id,
  kind: rules ? 'lesson' : 'puzzle',
  level,
  title: words,
  text: words,
  ...(rules && { rules }),
});
const all = [exercise('one', 'a', 1, ['ONE-A-01']), exercise('one', 'b', 2), exercise('two', 'a', 2), exercise('two', 'b', 5)];
const SYSTEMS = ['one', 'two'];
const none = { system: null, level: null, open: false };

describe('the filter of the exercises', () => {
  it('is read back from the address that it writes', () => {
    for (const filter of [none, { system: 'two', level: 2, open: true }, { ...none, level: 5 }, { ...none, open: true }]) {
      const address = new URL(filtered(filter), 'https://bagarre.example');
      expect(address.pathname).toBe('/exercices');
      expect(readFilter(address.searchParams, SYSTEMS)).toEqual(filter);
    }
    expect(filtered(none)).toBe('/exercices');
  });

  it('ignores values that are neither a system nor a level', () => {
    for (const query of ['system=three&level=6', 'level=x&open=yes', 'level=1.5', 'level=']) {
      expect(readFilter(new URLSearchParams(query), SYSTEMS), query).toEqual(none);
    }
  });

  it('leaves out other systems, other levels, and solved exercises', () => {
    const ids = (filter: Parameters<typeof passing>[1]) => passing(all, filter, (one) => one.level === 2).map((one) => `${one.ruleset}/${one.id}`);
    expect(ids(none)).toHaveLength(4);
    expect(ids({ ...none, system: 'one' })).toEqual(['one/a', 'one/b']);
    expect(ids({ ...none, level: 2 })).toEqual(['one/b', 'two/a']);
    expect(ids({ ...none, open: true })).toEqual(['one/a', 'two/b']);
    expect(ids({ system: 'one', level: 2, open: true })).toEqual([]);
  });
});

it('a rule leads to the lessons about it', () => {
  expect(about(all, 'one', 'ONE-A-01').map(placeOf)).toEqual(['/exercices?system=one#one/a']);
  expect(about(all, 'two', 'ONE-A-01')).toEqual([]);
  expect(about(all, 'one', 'ONE-A-02')).toEqual([]);
});
