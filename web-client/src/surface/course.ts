/** How things go from one place to another. */
import type { XY } from './camera';

/** Slow, fast, slow: a share of the time as a share of the way. */
export const ease = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/** The place at a share of a path of points, and where it heads, in degrees clockwise from the north. */
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

/** From one place to another: the direction as a step of one, and how far it is. */
export function towards(from: XY, to: XY): XY & { readonly far: number } {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / far, y: (to.y - from.y) / far, far };
}
