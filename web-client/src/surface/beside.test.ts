import { describe, expect, it } from 'vitest';
import { above, beside } from './beside';
import type { Box, XY } from './camera';

const box = (x: number, y: number): Box => ({ x: x - 24, y: y - 80, w: 48, h: 88 });
const over = (at: XY, w: number, h: number, one: Box) =>
  Math.abs(at.x - one.x - one.w / 2) < (w + one.w) / 2 && Math.abs(at.y - one.y - one.h / 2) < (h + one.h) / 2;

describe('a word beside people', () => {
  const [w, h] = [150, 90];

  it('a word hides no figure of a pair and lies on the preferred side', () => {
    const people = [box(0, 0), box(64, 0)];
    const at = beside(people[1]!, w, h, people, 1);
    expect(people.some((one) => over(at, w, h, one))).toBe(false);
    expect(at.x).toBeGreaterThan(64);
    expect(beside(people[0]!, w, h, people, -1).x).toBeLessThan(0);
  });

  it('a word takes the free side of a crowd of figures', () => {
    const people = [-64, 0, 64].flatMap((x) => [-64, 0].map((y) => box(x, y)));
    const at = beside(box(0, 0), w, h, people, 1);
    expect(people.some((one) => over(at, w, h, one))).toBe(false);
  });

  it('a word stays near its figure where no place is free', () => {
    const people = Array.from({ length: 21 * 21 }, (_, n) => box(((n % 21) - 10) * 64, (Math.floor(n / 21) - 10) * 64));
    const at = beside(box(0, 0), w, h, people, 1);
    expect(Math.hypot(at.x, at.y)).toBeLessThan(320);
  });
});

describe('a balloon', () => {
  const who = { x: 100, y: 100, w: 52, h: 90 };

  it('a balloon lies over the speaking figure, with its point on the head', () => {
    expect(above(who, 74, 44, [who])).toEqual({ x: 126, y: 78, over: true });
  });

  it('a balloon lies beside its figure where it would hide one behind', () => {
    const behind = { x: 100, y: 52, w: 52, h: 90 };
    const { x, y, over } = above(who, 74, 44, [who, behind]);
    expect(over).toBe(false);
    for (const one of [who, behind]) {
      const clear = x + 37 <= one.x || one.x + one.w <= x - 37 || y + 22 <= one.y || one.y + one.h <= y - 22;
      expect(clear).toBe(true);
    }
  });
});
