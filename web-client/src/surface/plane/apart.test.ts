import { expect, test } from 'vitest';
import { apart, badgeRoom } from './apart';

const at = (fig: number, x: number, y: number) => ({ fig, place: { x, y } });

test('the badges of two figures in contact are drawn apart, so that both letters can be read', () => {
  const tokens = [at(0, 600, 600), at(1, 600, 625), at(2, 900, 600)];
  const room = badgeRoom(3.8);
  const moved = apart(tokens, room);
  const y = (fig: number) => (tokens[fig]?.place.y ?? 0) + (moved.get(fig)?.y ?? 0);
  expect(y(1) - y(0)).toBeCloseTo(room);
  expect(moved.has(2)).toBe(false);
});

test('figures keep their places where bases are drawn to scale', () => {
  expect(apart([at(0, 0, 0), at(1, 0, 25)], badgeRoom(0.5)).size).toBe(0);
});
