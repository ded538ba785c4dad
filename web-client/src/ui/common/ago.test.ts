import { expect, test } from 'vitest';
import { ago, lasting } from './ago';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('a time ago is worded in its largest unit', () => {
  expect(ago(10_000, 'fr')).toBe('à l’instant');
  expect(ago(10_000, 'en')).toBe('just now');
  expect(ago(3 * MINUTE + 5000, 'en')).toBe('3 minutes ago');
  expect(ago(2 * HOUR, 'fr')).toBe('il y a 2 heures');
  expect(ago(DAY + HOUR, 'en')).toBe('yesterday');
});

test('a duration is worded in two units and rounded down', () => {
  expect(lasting(10_000, 'en')).toBe('1 min');
  expect(lasting(59 * MINUTE + 59_000, 'en')).toBe('59 min');
  expect(lasting(2 * HOUR + 5 * MINUTE, 'en')).toBe('2 hr 5 min');
  expect(lasting(2 * DAY + 3 * HOUR + 59 * MINUTE, 'en')).toBe('2 days 3 hr');
  expect(lasting(DAY + 20 * MINUTE, 'en')).toBe('1 day');
});
