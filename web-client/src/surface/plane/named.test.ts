import { expect, test } from 'vitest';
import { nameSpot } from './named';

const words = { w: 120, h: 16 };
const middle = { x: 600, y: 600 };

test('the name of a range is inside its ring, at the top', () => {
  const spot = nameSpot(middle, 200, words, 1200, []);
  expect(spot.x).toBe(600);
  expect(spot.y).toBeGreaterThan(400);
  expect(spot.y).toBeLessThan(420);
});

test('a name hides neither the odds of a shot nor another name', () => {
  const odds = { x: 610, y: 405, w: 45, h: 24 };
  const one = nameSpot(middle, 200, words, 1200, [odds]);
  expect(Math.abs(one.x - odds.x) >= (words.w + odds.w) / 2 || Math.abs(one.y - odds.y) >= (words.h + odds.h) / 2).toBe(true);
  const other = nameSpot(middle, 200, words, 1200, [odds, one]);
  expect(Math.abs(other.x - one.x) >= words.w || Math.abs(other.y - one.y) >= words.h).toBe(true);
});

test('a name stays on the plane, and at the top where no place is free', () => {
  const spot = nameSpot({ x: 20, y: 30 }, 200, words, 1200, []);
  expect([spot.x, spot.y]).toEqual([60, 8]);
  expect(nameSpot(middle, 200, words, 1200, [{ x: 600, y: 600, w: 1200, h: 1200 }]).x).toBe(600);
});
