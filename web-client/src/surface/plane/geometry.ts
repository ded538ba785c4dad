/** Geometry for drawing and measuring by hand, on a plane in whole units with y to the north. The server decides what is legal. */
import type { Pt } from '../../protocol';

/** Returns the direction of a vector of the rules, in degrees clockwise from north, as drawn. */
export const heading = ([x, y]: Pt): number => (Math.atan2(x, y) * 180) / Math.PI;

/** Cosines and sines of 0 to 75 degrees by 15, times 10000 (GEN-GEO-07). */
const TURNS: readonly Pt[] = [
  [10000, 0],
  [9659, 2588],
  [8660, 5000],
  [7071, 7071],
  [5000, 8660],
  [2588, 9659],
];

/** Divides to the nearest integer, halves away from zero, as the rules do (GEN-GEO-03). */
const rdiv = (a: number, b: number): number => Math.sign(a) * Math.floor((2 * Math.abs(a) + b) / (2 * b)) + 0;

/** Returns a vector, turned by steps of 15 degrees, counter-clockwise. */
export function turned([x, y]: Pt, steps: number): Pt {
  const step = ((steps % 24) + 24) % 24;
  let [c, s] = TURNS[step % 6] as Pt;
  for (let quarter = Math.floor(step / 6); quarter > 0; quarter -= 1) [c, s] = [-s, c];
  return [rdiv(x * c - y * s, 10000), rdiv(x * s + y * c, 10000)];
}

/** Returns the polygons of a piece at its place, turned by steps of 15 degrees. */
export const laid = (polys: readonly Pt[][], at: Pt, turn: number): Pt[][] =>
  polys.map((poly) =>
    poly.map((corner) => {
      const [x, y] = turned(corner, turn);
      return [x + at[0], y + at[1]];
    }),
  );

export const minus = (a: Pt, b: Pt): Pt => [a[0] - b[0], a[1] - b[1]];
export const far = (a: Pt, b: Pt): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const cross = (o: Pt, a: Pt, b: Pt): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Returns whether a place is in a convex polygon, its border included. */
export const within = (poly: readonly Pt[], p: Pt): boolean => poly.every((corner, i) => cross(corner, poly[(i + 1) % poly.length] as Pt, p) >= 0);

/** Returns the distance of a place to a segment. */
export function toSegment(p: Pt, a: Pt, b: Pt): number {
  const [dx, dy] = minus(b, a);
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length));
  return Math.hypot(p[0] - a[0] - dx * share, p[1] - a[1] - dy * share);
}

const sides = (poly: readonly Pt[]): [Pt, Pt][] => poly.map((corner, i) => [corner, poly[(i + 1) % poly.length] as Pt]);

/** Returns whether two convex polygons share more than a border. */
export function overlap(a: readonly Pt[], b: readonly Pt[]): boolean {
  const apart = (one: readonly Pt[], other: readonly Pt[]) => sides(one).some(([from, to]) => other.every((corner) => cross(from, to, corner) <= 0));
  return !apart(a, b) && !apart(b, a);
}

/** Returns the distance between two convex polygons; 0 where they overlap. */
export function gap(a: readonly Pt[], b: readonly Pt[]): number {
  if (overlap(a, b)) return 0;
  const one = (from: readonly Pt[], to: readonly Pt[]) => Math.min(...from.flatMap((corner) => sides(to).map(([s, e]) => toSegment(corner, s, e))));
  return Math.min(one(a, b), one(b, a));
}

/** Returns the length of a line, in u. */
export const lengthOf = (places: readonly Pt[]): number => places.slice(1).reduce((sum, p, i) => sum + far(places[i] as Pt, p), 0);

/** Returns the place at a share of the length of a line. */
export function along(places: readonly Pt[], share: number): Pt {
  let left = lengthOf(places) * Math.max(0, Math.min(1, share));
  for (let i = 1; i < places.length; i += 1) {
    const a = places[i - 1] as Pt;
    const b = places[i] as Pt;
    const length = far(a, b);
    if (length >= left && length > 0) return [a[0] + ((b[0] - a[0]) * left) / length, a[1] + ((b[1] - a[1]) * left) / length];
    left -= length;
  }
  return places[places.length - 1] ?? [0, 0];
}
