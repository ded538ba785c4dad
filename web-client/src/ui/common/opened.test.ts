import { expect, test } from 'vitest';
import { scrollFor } from './opened';

test('a visible part needs no scrolling', () => {
  expect(scrollFor({ top: 40, height: 100 }, 400)).toBe(0);
});

test('a part below the visible area is scrolled by the minimum', () => {
  expect(scrollFor({ top: 360, height: 200 }, 400)).toBe(168);
});

test('a part that is taller than the panel or begins above it is shown from its top', () => {
  expect(scrollFor({ top: 360, height: 600 }, 400)).toBe(352);
  expect(scrollFor({ top: -20, height: 100 }, 400)).toBe(-28);
});
