/** Shapes that grow from a seed: the same seed always draws the same thing. */
import type { XY } from '../../../../surface/camera';

/** A source of numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 2654435761) >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const n = (value: number): string => value.toFixed(1);

/** A round, uneven outline of so many lobes. */
export function blob(lobes: number, radius: number, seed: number, wobble = 0.16): string {
  const next = seeded(seed);
  const corners = Array.from({ length: lobes }, (_, i) => {
    const angle = (i / lobes) * 2 * Math.PI;
    const r = radius * (1 - wobble / 2 + next() * wobble);
    return { x: Math.cos(angle) * r, y: Math.sin(angle) * r };
  });
  return (
    corners.reduce((path, corner, i) => {
      const to = corners[(i + 1) % lobes] as XY;
      const bulge = radius * 0.92 * (Math.PI / lobes);
      return `${path}${i === 0 ? `M${n(corner.x)} ${n(corner.y)}` : ''}A${n(bulge)} ${n(bulge)} 0 0 1 ${n(to.x)} ${n(to.y)}`;
    }, '') + 'Z'
  );
}

/** An uneven stone of so many corners. */
export function stone(corners: number, rx: number, ry: number, seed: number): string {
  const next = seeded(seed);
  const start = next() * Math.PI;
  return `M${Array.from({ length: corners }, (_, i) => {
    const angle = start + (i / corners) * 2 * Math.PI;
    const far = 0.78 + next() * 0.24;
    return `${n(Math.cos(angle) * rx * far)} ${n(Math.sin(angle) * ry * far)}`;
  }).join('L')}Z`;
}

/** A thing strewn over an area. */
export interface Strewn extends XY {
  /** Between 0 and 1, for size and kind. */
  size: number;
  turn: number;
  seed: number;
}

/** So many things strewn over a rectangle around the origin, apart from one another where there is room. */
export function strew(count: number, w: number, h: number, apart: number, seed: number): Strewn[] {
  const next = seeded(seed);
  const out: Strewn[] = [];
  for (let tries = 0; out.length < count && tries < count * 30; tries += 1) {
    const one = { x: (next() - 0.5) * w, y: (next() - 0.5) * h, size: next(), turn: next() * 360, seed: tries + seed };
    if (out.every((other) => Math.hypot(other.x - one.x, other.y - one.y) >= apart)) out.push(one);
  }
  return out.sort((a, b) => a.y - b.y);
}

/** Lines that cut a rectangle into boards: all along, and the joints between them. */
export function boards(x: number, y: number, w: number, h: number, wide: number, seed: number): string {
  const next = seeded(seed);
  let path = '';
  for (let at = y + wide; at < y + h - 1; at += wide) path += `M${n(x)} ${n(at)}h${n(w)}`;
  for (let at = y; at < y + h - 1; at += wide) {
    const joint = x + w * (0.15 + next() * 0.7);
    path += `M${n(joint)} ${n(at)}v${n(Math.min(wide, y + h - at))}`;
  }
  return path;
}

/** Courses of a wall seen from above or of a tiled floor: bricks of one size, every other row shifted. */
export function bricks(x: number, y: number, w: number, h: number, long: number, high: number): string {
  let path = '';
  for (let at = y + high, row = 0; at < y + h - 0.5; at += high, row += 1) path += `M${n(x)} ${n(at)}h${n(w)}`;
  for (let at = y, row = 0; at < y + h - 0.5; at += high, row += 1)
    for (let joint = x + (row % 2 ? long / 2 : long); joint < x + w - 0.5; joint += long) path += `M${n(joint)} ${n(at)}v${n(Math.min(high, y + h - at))}`;
  return path;
}
