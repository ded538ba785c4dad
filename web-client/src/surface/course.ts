/** Movement from one place to another. */
import type { XY } from './camera';

/** Returns the share of the way at a share of the time: slow, fast, slow. */
export const ease = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/** Returns the place at a share of the length of a path, and its direction there, in degrees clockwise from north. */
export function along(path: readonly XY[], share: number): XY & { readonly angle: number } {
  const legs = path.slice(1).map((to, n) => {
    const from = path[n] as XY;
    return { from, to, far: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  let left = legs.reduce((sum, { far }) => sum + far, 0) * share;
  const leg = legs.find(({ far }) => far > 0 && (left <= far || ((left -= far), false))) ?? legs.at(-1);
  if (!leg) return { ...(path[0] ?? { x: 0, y: 0 }), angle: 0 };
  const part = leg.far > 0 ? Math.min(1, left / leg.far) : 1;
  const [dx, dy] = [leg.to.x - leg.from.x, leg.to.y - leg.from.y];
  return { x: leg.from.x + dx * part, y: leg.from.y + dy * part, angle: (Math.atan2(dx, -dy) * 180) / Math.PI };
}

/** The offset of a drawn item from its place in the scene; its tilt and its direction in degrees. */
export interface Pose {
  readonly dx: number;
  readonly dy: number;
  readonly tilt?: number;
  readonly angle?: number;
}

/** Returns the pose of a move towards a place and back again, by at most `reach`. */
export function lunge(from: XY, to: XY, share: number, reach: number): Pose {
  const { x, y, far } = towards(from, to);
  const out = Math.sin(Math.min(1, share * 1.6) * Math.PI) * Math.min(reach, far * 0.6);
  return { dx: x * out, dy: y * out };
}

/** Returns the pose of a tremble to both sides that fades away. */
export const shake = (share: number, wide: number): Pose => ({ dx: Math.sin(share * 28) * wide * (1 - share), dy: 0 });

/** Returns the direction from one place to another as a vector of length 1, and their distance; the zero vector and 1 for equal places. */
export function towards(from: XY, to: XY): XY & { readonly far: number } {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / far, y: (to.y - from.y) / far, far };
}
