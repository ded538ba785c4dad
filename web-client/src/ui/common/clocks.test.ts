import { expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import { clocksInWords, duration, parts, PRESETS, presetOf, ticking, USUAL } from './clocks';

it('words durations in two units', () => {
  setLang('fr');
  expect([0, 12_000, 90_000, 3_600_000, 5_400_000, 2 * 86_400_000 + 3_600_000, 61_400].map(duration)).toEqual([
    '0 s',
    '12 s',
    '1 min 30 s',
    '1 h',
    '1 h 30 min',
    '2 j 1 h',
    '1 min 1 s',
  ]);
});

it('recognises presets in any order of the keys', () => {
  for (const preset of PRESETS) expect(presetOf(preset.clocks)?.id).toBe(preset.id);
  expect(presetOf({ increment: 5, bank: 120, quick: 15, long: 60, short: 30, kind: 'reserve' })?.id).toBe('quick');
  expect(presetOf({ kind: 'live', long: 60, short: 30, quick: 15 })).toBeUndefined();
});

it('has a preset with a reserve and 30 seconds for a decision first', () => {
  expect(PRESETS[0]?.clocks).toBe(USUAL);
  expect(USUAL).toMatchObject({ kind: 'reserve', quick: 30, bank: 300 });
});

it('words the time for each kind of question, with the texts of the system', () => {
  setLang('en');
  expect(clocksInWords(USUAL)).toBe(
    '2 min 30 s for a plan or a deployment, 1 min for a move, 30 s a decision, 5 min in reserve for each player, +10 s an answer',
  );
  const words = (kind: string, time: string) => (kind === 'short' ? `${time} an action` : undefined);
  expect(clocksInWords({ kind: 'live', long: 60, short: 20, quick: 10 }, words)).toBe('1 min for a plan or a deployment, 20 s an action, 10 s a decision');
  expect(clocksInWords({ kind: 'slow', long: 24, quick: 12 }, words)).toBe('1 d for a plan or a deployment, 12 h a decision');
});

it('uses the time of a question first and then the reserve', () => {
  const clock = { total: 30_000, bank: 60_000 };
  expect(parts(clock, 75_000)).toEqual({ own: 15_000, bank: 60_000, reserve: false, share: 0.5 });
  expect(parts(clock, 60_000)).toMatchObject({ own: 0, reserve: true, share: 1 });
  expect(parts(clock, 15_000)).toEqual({ own: 0, bank: 15_000, reserve: true, share: 0.25 });
  expect(parts({ total: 30_000 }, 15_000)).toEqual({ own: 15_000, bank: 0, reserve: false, share: 0.5 });
  expect(parts({ total: 30_000, bank: 0 }, 0)).toMatchObject({ reserve: false, share: 0 });
  expect([9_500, 605_000, 7_200_000].map(ticking)).toEqual(['0:10', '10′', '120′']);
});
