/**
 * Layout of marks: each stands on or beside its own figure and, where possible, hides no other one. All boxes are in the unit of the
 * surface; no rule is known here.
 */
import type { Box, XY } from './camera';

/** A figure with the mark that belongs to it. */
export interface Marked<Key> {
  readonly key: Key;
  /** The box of its body, as drawn. */
  readonly body: Box;
  /** The size of its mark. */
  readonly mark: { readonly w: number; readonly h: number };
}

/** Returns the area that two boxes share. */
export const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** Returns the box of a size around its middle. */
export const boxAt = (middle: XY, { w, h }: { readonly w: number; readonly h: number }): Box => ({ x: middle.x - w / 2, y: middle.y - h / 2, w, h });

/** Returns the first of some middles at which a box of a size lies over nothing that is taken, or else the one at which it hides least. */
export function freeSpot(middles: readonly XY[], size: { readonly w: number; readonly h: number }, taken: readonly Box[]): XY {
  let best = middles[0] ?? { x: 0, y: 0 };
  let least = Infinity;
  for (const middle of middles) {
    const hidden = taken.reduce((sum, one) => sum + shared(boxAt(middle, size), one), 0);
    if (hidden === 0) return middle;
    if (hidden < least) [best, least] = [middle, hidden];
  }
  return best;
}

/** Returns the places of a mark at its own body, the best first: under the feet, beside them, over the legs, over the head. */
function spotsOf(body: Box, { w, h }: { readonly w: number; readonly h: number }): XY[] {
  const [middle, foot] = [body.x + body.w / 2, body.y + body.h];
  const [left, right] = [body.x - w / 2, body.x + body.w + w / 2];
  return [
    { x: middle, y: foot + h / 2 },
    { x: left, y: foot - h / 2 },
    { x: right, y: foot - h / 2 },
    { x: middle, y: foot - h / 2 },
    { x: middle, y: body.y - h / 2 },
  ];
}

/** Returns the middle of the mark of each figure: at its own body, where it hides no other figure or mark, or else least of them. */
export function layMarks<Key>(figures: readonly Marked<Key>[]): ReadonlyMap<Key, XY> {
  const laid = new Map<Key, XY>();
  const taken: Box[] = [];
  for (const { key, body, mark } of figures) {
    const others = figures.flatMap((one) => (one.key === key ? [] : [one.body]));
    const spot = freeSpot(spotsOf(body, mark), mark, [...others, ...taken]);
    laid.set(key, spot);
    taken.push(boxAt(spot, mark));
  }
  return laid;
}

/** Returns the offset of each figure in a space from its middle, in proportion to `room`: standing figures behind, lying ones in front. */
export function inOneSpace(standing: readonly boolean[], room: number): XY[] {
  const [up, down] = [standing.filter(Boolean).length, standing.filter((one) => !one).length];
  if (up + down <= 1) return standing.map(() => ({ x: 0, y: 0 }));
  const row = (n: number, of: number) => (of <= 1 ? 0 : (n / (of - 1) - 0.5) * room * 1.1);
  let [stood, lay] = [0, 0];
  return standing.map((stands) => (stands ? { x: row(stood++, up), y: down > 0 ? -room * 0.36 : 0 } : { x: row(lay++, down), y: up > 0 ? room * 0.52 : 0 }));
}

/** Returns for each direction from a place the first of the radii at which its arrow hides no figure, or else the one that hides least. */
export function wheel(at: XY, ways: readonly XY[], radii: readonly number[], size: number, figures: readonly Box[]): number[] {
  return ways.map(({ x, y }) => {
    const middles = radii.map((far) => ({ x: at.x + x * far, y: at.y + y * far }));
    return radii[middles.indexOf(freeSpot(middles, { w: size, h: size }, figures))] ?? radii[0] ?? 0;
  });
}
