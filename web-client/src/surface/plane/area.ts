/** The outline of an area that is given as cells of a square grid. */
import type { Pt } from '../../protocol';

/**
 * Returns closed rings around cells of side `step` given by their centres, with corners cut so that they look less like stairs.
 * Rings around holes run the other way.
 */
export function ringsOf(cells: readonly Pt[], step: number): Pt[][] {
  if (step <= 0) return [];
  const half = step / 2;
  const key = (x: number, y: number): string => `${x},${y}`;
  const taken = new Set(cells.map(([x, y]) => key(x, y)));
  /** Sides of cells without a neighbour, by the corner at which they begin; counter-clockwise around the area. */
  const sides = new Map<string, Pt[]>();
  const add = (from: Pt, to: Pt): void => {
    const at = key(...from);
    const list = sides.get(at);
    if (list) list.push(to);
    else sides.set(at, [to]);
  };
  for (const [x, y] of cells) {
    const [w, e, s, n] = [x - half, x + half, y - half, y + half];
    if (!taken.has(key(x, y - step))) add([w, s], [e, s]);
    if (!taken.has(key(x + step, y))) add([e, s], [e, n]);
    if (!taken.has(key(x, y + step))) add([e, n], [w, n]);
    if (!taken.has(key(x - step, y))) add([w, n], [w, s]);
  }
  const rings: Pt[][] = [];
  for (const start of sides.keys()) {
    while ((sides.get(start)?.length ?? 0) > 0) {
      const ring: Pt[] = [];
      let at = start.split(',').map(Number) as Pt;
      for (;;) {
        const next = sides.get(key(...at))?.pop();
        if (!next) break;
        ring.push(next);
        at = next;
      }
      if (ring.length > 2) rings.push(cut(ring));
    }
  }
  return rings;
}

/** Returns the ring of the middles of all sides: stairs become slopes. */
const cut = (ring: readonly Pt[]): Pt[] =>
  ring.map((corner, i) => {
    const next = ring[(i + 1) % ring.length] as Pt;
    return [Math.round((corner[0] + next[0]) / 2), Math.round((corner[1] + next[1]) / 2)];
  });
