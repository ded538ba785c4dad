/**
 * Where things are drawn. One point of the grid is {@link U} units wide; heights go up the screen
 * (an oblique view from the south), so a thing of height h is drawn h units higher.
 */
import type { Extent } from '../../../surface/view.svelte';
import type { Box, XY } from '../../../surface/camera';
import { groundAt, samePt, type BoardPlan, type BoardScene, type Dir, type Edge, type Figure, type Furniture, type Pt } from './scene';

/** Width of a point, in board units. */
export const U = 64;
/** Road and night around the grid, in board units. */
export const MARGIN = 76;
/** Height of walls, door leaves and panels. */
export const WALL = 19;
/** Half thickness of a wall. */
export const THICK = 4.5;

/** Rise of each level number, in board units (street, stairs, stage). */
const RISE = [0, 6, 13];
/** Height of the top of each kind of furniture above its ground. */
export const TOPS: Record<string, number> = { table: 21, babyfoot: 22, pinball: 24, video: 46, bar_counter: 25 };

export type { XY };

/** The whole of a board, as a camera sees it. */
export const extentOf = (plan: BoardPlan): Extent => ({
  world: { x: -MARGIN, y: -MARGIN, w: plan.cols * U + 2 * MARGIN, h: plan.rows * U + 2 * MARGIN },
  whole: { x: -26, y: -34, w: plan.cols * U + 52, h: plan.rows * U + 60 },
  readable: { wide: 0.72, narrow: 0.42 },
  close: { wide: 1.05, narrow: 0.8 },
  near: 130,
});

const STEP: Record<Dir, [number, number]> = { 1: [-1, 0], 2: [-1, 1], 3: [0, 1], 4: [1, 1], 5: [1, 0], 6: [1, -1], 7: [0, -1], 8: [-1, -1] };
export const DIRS: readonly Dir[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** The neighbour of a point in a direction. */
export const step = (p: Pt, dir: Dir, n = 1): Pt => ({ r: p.r + STEP[dir][0] * n, c: p.c + STEP[dir][1] * n });

/** The direction nearest to the way from one place to another; undefined when they are the same. */
export function dirTowards(from: Pt, to: Pt): Dir | undefined {
  if (samePt(from, to)) return undefined;
  const turn = Math.atan2(to.c - from.c, from.r - to.r) / (Math.PI / 4);
  return ((((Math.round(turn) % 8) + 8) % 8) + 1) as Dir;
}

/** Degrees clockwise from north. */
export const degrees = (dir: Dir): number => (dir - 1) * 45;

/** Turns a direction by eighths, clockwise when positive. */
export const turned = (dir: Dir, eighths: number): Dir => (((((dir - 1 + eighths) % 8) + 8) % 8) + 1) as Dir;

/** The middle of a point, on the street level. */
export const centre = (p: Pt): XY => ({ x: (p.c - 0.5) * U, y: (p.r - 0.5) * U });

/** Height of the ground of a point. */
export function groundRise(plan: BoardPlan, p: Pt): number {
  const ground = groundAt(plan, p);
  if (!ground || ground.terrain === 'bar_counter') return 0;
  return RISE[Math.min(ground.level, RISE.length - 1)] ?? 0;
}

/** The upright piece of furniture on a point. */
const furnitureAt = (furniture: readonly Furniture[], p: Pt): Furniture | undefined =>
  furniture.find((piece) => !piece.overturned && piece.cells.some((cell) => samePt(cell, p)));

/** Height of what one stands on when standing on top of whatever is on a point. */
export function topRise(plan: BoardPlan, furniture: readonly Furniture[], p: Pt): number {
  const base = groundRise(plan, p);
  if (groundAt(plan, p)?.terrain === 'bar_counter') return base + (TOPS.bar_counter ?? 0);
  const piece = furnitureAt(furniture, p);
  return base + (piece ? (TOPS[piece.kind] ?? 0) : 0);
}

/** Where a figure's feet are drawn. */
export function figureXY(scene: BoardScene, figure: Figure): XY & { lift: number } {
  const { x, y } = centre(figure.at);
  // Whoever lies where somebody stands is drawn beside them, with what marks them.
  const shared = figure.out && scene.figures.some((one) => one.id !== figure.id && !one.out && samePt(one.at, figure.at));
  const lift = figure.onTop ? topRise(scene.plan, scene.furniture, figure.at) : groundRise(scene.plan, figure.at);
  return shared ? { x: x - 14, y: y + 20, lift } : { x, y: y + 6, lift };
}

/** What is drawn of the body of a figure. */
export function bodyOf(scene: BoardScene, figure: Figure): Box {
  const { x, y, lift } = figureXY(scene, figure);
  const lying = figure.posture === 'prone' || figure.out;
  return lying ? { x: x - 32, y: y - lift - 22, w: 64, h: 34 } : { x: x - 18, y: y - lift - 62, w: 36, h: 66 };
}

/** The two ends of an edge, west to east or north to south. */
export function edgeEnds({ at, side }: Edge): [XY, XY] {
  const east = at.c * U;
  const south = at.r * U;
  return side === 's'
    ? [
        { x: east - U, y: south },
        { x: east, y: south },
      ]
    : [
        { x: east, y: south - U },
        { x: east, y: south },
      ];
}

/** The point on the other side of an edge. */
export const across = ({ at, side }: Edge): Pt => (side === 's' ? { r: at.r + 1, c: at.c } : { r: at.r, c: at.c + 1 });

/** The edge between a point and its neighbour on one side. */
export function edgeOf(at: Pt, side: string): Edge {
  if (side === 'n') return { at: { r: at.r - 1, c: at.c }, side: 's' };
  if (side === 'w') return { at: { r: at.r, c: at.c - 1 }, side: 'e' };
  return { at, side: side === 's' ? 's' : 'e' };
}

/** The footprint of a piece in board units. */
export function footprint(cells: readonly Pt[]): { x: number; y: number; w: number; h: number } {
  const rows = cells.map((cell) => cell.r);
  const cols = cells.map((cell) => cell.c);
  const top = Math.min(...rows);
  const left = Math.min(...cols);
  return { x: (left - 1) * U, y: (top - 1) * U, w: (Math.max(...cols) - left + 1) * U, h: (Math.max(...rows) - top + 1) * U };
}

/** The grid point drawn at a place, taking raised ground and furniture tops into account. */
export function pointAt(scene: BoardScene, place: XY): Pt | undefined {
  const { plan } = scene;
  const c = Math.floor(place.x / U) + 1;
  if (c < 1 || c > plan.cols) return undefined;
  const near = Math.floor(place.y / U) + 1;
  for (const r of [near + 1, near]) {
    if (r < 1 || r > plan.rows) continue;
    const rise = topRise(plan, scene.furniture, { r, c });
    if (Math.floor((place.y + rise) / U) + 1 === r) return { r, c };
  }
  return near >= 1 && near <= plan.rows ? { r: near, c } : undefined;
}

/** The level number of what a figure stands on. */
export function levelOf(scene: BoardScene, figure: Figure): number {
  const ground = groundAt(scene.plan, figure.at);
  if (!ground || ground.terrain === 'bar_counter') return ground ? 2 : 0;
  if (!figure.onTop) return ground.level;
  return ground.level >= 2 ? 3 : 2;
}
