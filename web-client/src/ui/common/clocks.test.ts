import { expect, it } from 'vitest';
import { setLang } from '../../i18n/index.svelte';
import { duration, PRESETS, presetOf } from './clocks';

it('speaks of lengths of time in two units', () => {
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

it('knows its presets whatever the order of the keys', () => {
  for (const preset of PRESETS) expect(presetOf(preset.clocks)?.id).toBe(preset.id);
  expect(presetOf({ quick: 12, long: 75, short: 30, kind: 'live' })?.id).toBe('quick');
  expect(presetOf({ kind: 'live', long: 76, short: 30, quick: 12 })).toBeUndefined();
});
