/** Where leaves and panes hang, and where they go when they open. */
import { edgeEnds, edgeOf, type XY } from './geometry';
import type { Edge, Leaf } from './scene';

export interface Hanging {
  pivot: XY;
  shut: XY;
  open: XY;
}

const near = (a: XY, b: XY) => Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;

/** The edge between two neighbouring points of the grid. */
function between(a: { r: number; c: number }, b: { r: number; c: number }): Edge {
  const side = b.r > a.r ? 's' : b.r < a.r ? 'n' : b.c > a.c ? 'e' : 'w';
  return edgeOf(a, side);
}

/** The pivot of a door leaf and its free end, shut and open. */
export function hanging(leaf: Leaf): Hanging {
  const own = edgeEnds(leaf.edge);
  const rest = edgeEnds(between(leaf.swept, leaf.hinge));
  const pivot = own.find((end) => rest.some((other) => near(end, other))) ?? own[0];
  const shut = own.find((end) => !near(end, pivot)) ?? own[1];
  const open = rest.find((end) => !near(end, pivot)) ?? shut;
  return { pivot, shut, open };
}

/** The free end of a leaf that is open by a share from 0 (shut) to 1 (open). */
export function freeEnd({ pivot, shut, open }: Hanging, share: number): XY {
  const from = Math.atan2(shut.y - pivot.y, shut.x - pivot.x);
  let turn = Math.atan2(open.y - pivot.y, open.x - pivot.x) - from;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  const angle = from + turn * share;
  const length = Math.hypot(shut.x - pivot.x, shut.y - pivot.y);
  return { x: pivot.x + Math.cos(angle) * length, y: pivot.y + Math.sin(angle) * length };
}

/** A point on the way from one place to another. */
export const along = (a: XY, b: XY, share: number): XY => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
