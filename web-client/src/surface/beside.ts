/** Places of words and balloons beside figures; they hide a figure only where no place is free. */
import { burstReach, burstSize } from '../art/bursts';
import type { Box, XY } from './camera';

/** Directions to try from a place, in order: up and aside, aside, up, down and aside, down. */
const WAYS: readonly XY[] = [
  { x: 1, y: -0.7 },
  { x: -1, y: -0.7 },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { x: 1, y: 0.7 },
  { x: -1, y: 0.7 },
  { x: 0, y: 1 },
];
/** Factors by which the rounds of a search extend the distance. */
const ROUNDS = [1, 1.35, 1.8] as const;

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/**
 * Returns the middle of an item of `w` by `h` that belongs to the box `of`: beside the box where the item hides none of `people`, or else
 * where it hides least of them. `away` is the preferred side: 1 for right, -1 for left. `keep` moves a place to one that is allowed, such
 * as inside a view.
 */
export function beside(of: Box, w: number, h: number, people: readonly Box[], away: 1 | -1 = 1, keep: (place: XY) => XY = (place) => place): XY {
  const middle = { x: of.x + of.w / 2, y: of.y + of.h / 2 };
  let best = keep(middle);
  let least = Infinity;
  for (const round of ROUNDS) {
    for (const way of WAYS) {
      const place = keep({ x: middle.x + way.x * away * ((of.w + w) / 2) * round, y: middle.y + way.y * ((of.h + h) / 2) * round });
      const there = { x: place.x - w / 2, y: place.y - h / 2, w, h };
      const hidden = people.reduce((sum, one) => sum + shared(there, one), 0);
      if (hidden === 0) return place;
      if (hidden < least) [best, least] = [place, hidden];
    }
  }
  return best;
}

/** A word in a jagged balloon; `grown` is the factor by which the balloon is enlarged. */
export interface Bursting {
  readonly word: string;
  readonly force: number;
  readonly seed: number;
  readonly grown: number;
}

/** Returns the place of a balloon that belongs to the box `of`: like {@link beside}, but within `sight`, or in its middle if too large. */
export function bursts(of: Box, { word, force, seed, grown }: Bursting, people: readonly Box[], sight: Box, away: 1 | -1 = 1): XY {
  const { w, h } = burstSize(word, force);
  const reach = burstReach(word, force, seed);
  const inside = (at: number, far: number, from: number, length: number) =>
    far * 2 > length ? from + length / 2 : Math.min(from + length - far, Math.max(from + far, at));
  const keep = ({ x, y }: XY) => ({ x: inside(x, reach.x * grown, sight.x, sight.w), y: inside(y, reach.y * grown, sight.y, sight.h) });
  return beside(of, w * grown, h * grown, people, away, keep);
}

/** Returns the middle of a balloon over the box `of`, with its point on it; beside it where that would hide one of `people`. */
export function above(of: Box, w: number, h: number, people: readonly Box[]): XY & { over: boolean } {
  const over = { x: of.x + of.w / 2, y: of.y - h / 2 };
  const there = { x: over.x - w / 2, y: over.y - h / 2, w, h };
  if (people.every((one) => shared(there, one) < 1)) return { ...over, over: true };
  return { ...beside(of, w, h, people), over: false };
}
