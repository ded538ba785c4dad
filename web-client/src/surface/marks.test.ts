import { describe, expect, test } from 'vitest';
import type { XY } from './camera';
import { boxAt, freeSpot, inOneSpace, layMarks, shared, wheel, type Marked } from './marks';

const MARK = { w: 18, h: 22 };
/** Returns a figure of 20 by 36 pixels with its feet at a place. */
const figure = (key: number, { x, y }: XY): Marked<number> => ({ key, body: { x: x - 10, y: y - 34, w: 20, h: 36 }, mark: MARK });
/** Places of figures in contact, in pixels of the screen. */
const MELEES: Record<string, XY[]> = {
  beside: [
    { x: 100, y: 100 },
    { x: 121, y: 100 },
  ],
  behind: [
    { x: 100, y: 100 },
    { x: 100, y: 138 },
  ],
  askew: [
    { x: 100, y: 100 },
    { x: 121, y: 116 },
  ],
  three: [
    { x: 100, y: 100 },
    { x: 122, y: 100 },
    { x: 144, y: 100 },
  ],
  surrounded: [
    { x: 100, y: 100 },
    { x: 122, y: 100 },
    { x: 78, y: 100 },
    { x: 100, y: 138 },
  ],
};

/** Returns the area of other figures and of other marks that the marks hide. */
function hidden(figures: readonly Marked<number>[], at: (key: number) => XY): number {
  let all = 0;
  for (const one of figures) {
    const box = boxAt(at(one.key), one.mark);
    for (const other of figures) {
      if (other.key === one.key) continue;
      all += shared(box, other.body) + shared(box, boxAt(at(other.key), other.mark));
    }
  }
  return all;
}

describe('marks of figures in contact', () => {
  for (const [name, places] of Object.entries(MELEES)) {
    const figures = places.map((place, n) => figure(n, place));
    test(`marks hide no other figure and no other mark: ${name}`, () => {
      const laid = layMarks(figures);
      expect(hidden(figures, (key) => laid.get(key) ?? { x: 0, y: 0 })).toBe(0);
    });
    test(`marks are nearest to their own figure: ${name}`, () => {
      const laid = layMarks(figures);
      for (const one of figures) {
        const at = laid.get(one.key) ?? { x: 0, y: 0 };
        const far = ({ body }: Marked<number>) =>
          Math.hypot(Math.max(body.x - at.x, 0, at.x - body.x - body.w), Math.max(body.y - at.y, 0, at.y - body.y - body.h));
        const nearest = [...figures].sort((a, b) => far(a) - far(b) || Number(b.key === one.key) - Number(a.key === one.key))[0];
        expect(nearest?.key).toBe(one.key);
      }
    });
  }

  test('a mark at a fixed place over the middle hides others', () => {
    const figures = (MELEES.beside ?? []).map((place, n) => figure(n, place));
    expect(hidden(figures, (key) => ({ x: (MELEES.beside?.[key]?.x ?? 0) - 8, y: 104 }))).toBeGreaterThan(0);
  });
});

test('a figure alone has its mark under its feet', () => {
  expect(layMarks([figure(0, { x: 50, y: 50 })]).get(0)).toEqual({ x: 50, y: 63 });
});

test('a box takes the first of its places that is free', () => {
  const taken = [{ x: 0, y: 0, w: 10, h: 10 }];
  const size = { w: 4, h: 4 };
  expect(
    freeSpot(
      [
        { x: 5, y: 5 },
        { x: 20, y: 5 },
      ],
      size,
      taken,
    ),
  ).toEqual({ x: 20, y: 5 });
  expect(
    freeSpot(
      [
        { x: 5, y: 5 },
        { x: 11, y: 5 },
      ],
      size,
      taken,
    ),
  ).toEqual({ x: 11, y: 5 });
});

describe('several in one space', () => {
  test('a single figure stands in the middle', () => {
    expect(inOneSpace([true], 30)).toEqual([{ x: 0, y: 0 }]);
    expect(inOneSpace([false], 30)).toEqual([{ x: 0, y: 0 }]);
  });

  test('a lying figure is drawn in front of a standing one, far enough that its cross does not touch the other', () => {
    const [stands, lies] = inOneSpace([true, false], 30) as [XY, XY];
    // The body of a standing figure ends at its feet; the cross of a lying one is 12 units high around its middle.
    expect(lies.y - 6).toBeGreaterThan(stands.y + 4);
  });

  test('all places differ', () => {
    for (const people of [
      [true, true],
      [false, false],
      [true, false, false],
      [true, true, false, false, false],
    ]) {
      const places = inOneSpace(people, 30).map(({ x, y }) => `${x} ${y}`);
      expect(new Set(places).size).toBe(people.length);
    }
  });
});

test('the arrow of a direction hides no figure that stands in that direction', () => {
  const ways = [
    { x: 0, y: -1 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ];
  const figures = [
    { x: -26, y: -136, w: 52, h: 90 },
    { x: 38, y: -72, w: 52, h: 90 },
  ];
  const far = wheel({ x: 0, y: 0 }, ways, [60, 104, 156], 28, figures);
  expect(far[2]).toBe(60);
  for (const [n, way] of ways.entries()) {
    const box = boxAt({ x: way.x * (far[n] ?? 0), y: way.y * (far[n] ?? 0) }, { w: 28, h: 28 });
    expect(figures.some((one) => shared(box, one) > 0)).toBe(false);
  }
});
