import { describe, expect, it } from 'vitest';
import { along, towards } from './course';

const bend = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 30 },
];

describe('a way of straight stretches', () => {
  it('a place on a path follows from its length, and faces ahead', () => {
    expect(along(bend, 0)).toEqual({ x: 0, y: 0, angle: 90 });
    expect(along(bend, 0.5)).toEqual({ x: 10, y: 10, angle: 180 });
    expect(along(bend, 1)).toEqual({ x: 10, y: 30, angle: 180 });
  });

  it('a path of one point, or of none, has no length and no direction', () => {
    expect(along([{ x: 3, y: 4 }], 0.7)).toEqual({ x: 3, y: 4, angle: 0 });
    expect(along([], 0.7)).toEqual({ x: 0, y: 0, angle: 0 });
  });

  it('a direction has length 1, or 0 between equal places', () => {
    expect(towards({ x: 1, y: 1 }, { x: 1, y: 5 })).toEqual({ x: 0, y: 1, far: 4 });
    expect(towards({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({ x: 0, y: 0, far: 1 });
  });
});
