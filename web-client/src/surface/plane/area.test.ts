import { describe, expect, it } from 'vitest';
import { ringsOf } from './area';
import type { Pt } from '../../protocol';

/** Returns twice the area of a ring, positive where it runs counter-clockwise. */
const twice = (ring: readonly Pt[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length] as Pt;
    return sum + x * v - u * y;
  }, 0);

describe('the outline of an area', () => {
  it('a block has one ring', () => {
    const rings = ringsOf(
      [
        [0, 0],
        [100, 0],
        [0, 100],
        [100, 100],
      ],
      100,
    );
    expect(rings).toHaveLength(1);
    expect(twice(rings[0] ?? [])).toBeGreaterThan(2 * 30000);
    expect((rings[0] ?? []).every(([x, y]) => x >= -50 && x <= 150 && y >= -50 && y <= 150)).toBe(true);
  });

  it('the ring of a hole runs the other way', () => {
    const cells: Pt[] = [];
    for (let x = 0; x < 5; x += 1) for (let y = 0; y < 5; y += 1) if (x !== 2 || y !== 2) cells.push([x * 100, y * 100]);
    const rings = ringsOf(cells, 100);
    expect(rings.map((ring) => Math.sign(twice(ring))).sort()).toEqual([-1, 1]);
  });

  it('separate cells have separate rings', () => {
    expect(
      ringsOf(
        [
          [0, 0],
          [500, 500],
        ],
        100,
      ),
    ).toHaveLength(2);
    expect(ringsOf([], 100)).toEqual([]);
    expect(ringsOf([[0, 0]], 0)).toEqual([]);
  });
});
