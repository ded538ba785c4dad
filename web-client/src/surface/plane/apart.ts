/** Offsets of badges that would hide each other. */
import type { XY } from '../camera';
import type { Fig } from './tools';

/** Returns the least distance of two badges, in mm, where a pixel takes `px` mm; 0 where bases are drawn to scale. */
export const badgeRoom = (px: number): number => (px > 0.85 ? 22 * px : 0);

/** Returns the offsets that put badges `room` apart, so that the letters of figures in contact can be read; other figures have no entry. */
export function apart(tokens: readonly { fig: Fig; place: XY }[], room: number): ReadonlyMap<Fig, XY> {
  const asides = new Map<Fig, XY>();
  if (room === 0) return asides;
  const push = (fig: Fig, x: number, y: number): void => {
    const old = asides.get(fig) ?? { x: 0, y: 0 };
    asides.set(fig, { x: old.x + x, y: old.y + y });
  };
  for (const [i, one] of tokens.entries())
    for (const other of tokens.slice(i + 1)) {
      const dx = other.place.x - one.place.x;
      const dy = other.place.y - one.place.y;
      const far = Math.hypot(dx, dy);
      if (far >= room || far === 0) continue;
      const by = (room - far) / 2 / far;
      push(one.fig, -dx * by, -dy * by);
      push(other.fig, dx * by, dy * by);
    }
  return asides;
}
