/** Shapes on a plane as they are drawn. */
import type { XY } from '../camera';

/** Returns places as the path of a closed outline. */
export const outline = (places: readonly XY[]): string => `M${places.map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('L')}Z`;

/** Returns the convex hull of some places, clockwise. */
export function hull(places: readonly XY[]): XY[] {
  const sorted = [...places].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly XY[]): XY[] => {
    const out: XY[] = [];
    for (const p of list) {
      while (out.length > 1) {
        const [a, b] = out.slice(-2) as [XY, XY];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        out.pop();
      }
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}
