import { expect, test } from 'vitest';
import { scrollFor } from './opened';

test('what is in sight moves nothing', () => {
  expect(scrollFor({ top: 40, height: 100 }, 400)).toBe(0);
});

test('what opens below the fold is brought up by just as much as it takes', () => {
  expect(scrollFor({ top: 360, height: 200 }, 400)).toBe(168);
});

test('what is taller than the panel, or begins above it, is shown from its top', () => {
  expect(scrollFor({ top: 360, height: 600 }, 400)).toBe(352);
  expect(scrollFor({ top: -20, height: 100 }, 400)).toBe(-28);
});
