import { describe, expect, it } from 'vitest';
import type { Hex } from '../../../protocol';
import { beside, hexAt, hexOn, middle, sameHex, steps } from './hex';

describe('the layout of the map', () => {
  it('finds the hexagon under the middle of each, and under places near it', () => {
    for (let row = 0; row < 17; row += 1)
      for (let col = 0; col < 34; col += 1) {
        const { x, y } = middle([col, row]);
        for (const [dx, dy] of [
          [0, 0],
          [24, 0],
          [-24, 0],
          [10, 22],
          [-10, -22],
        ] as const)
          expect(hexAt({ x: x + dx, y: y + dy })).toEqual([col, row]);
      }
  });

  it('counts steps as the rules do, odd rows half a hexagon to the right (CEL-HEX-02)', () => {
    expect(steps([4, 4], [7, 6])).toBe(4);
    expect(steps([0, 0], [0, 0])).toBe(0);
    expect(steps([0, 0], [3, 0])).toBe(3);
  });

  it('finds no hexagon off the map', () => {
    expect(hexOn(middle([5, 2]), 5, 3)).toBeUndefined();
    expect(hexOn(middle([4, 2]), 5, 3)).toEqual([4, 2]);
  });

  it('moves a cursor to a neighbour, and keeps its column up and down', () => {
    let at: Hex = [3, 0];
    for (let n = 0; n < 4; n += 1) at = beside(at, 1, 0);
    expect(at).toEqual([3, 4]);
    expect(sameHex(beside([3, 1], 0, 1), [4, 1])).toBe(true);
    for (const from of [
      [3, 2],
      [3, 3],
    ] as Hex[])
      for (const [down, right] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        expect(steps(from, beside(from, down, right))).toBe(1);
  });
});
