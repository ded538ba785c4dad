/** Shapes of the ground, worked out once per plan. */
import { U, across, centre, edgeEnds, groundRise, type XY } from './geometry';
import { groundAt, ptKey, type BoardPlan, type Edge, type Pt } from './scene';

export interface Patch {
  terrain: string;
  x: number;
  y: number;
  w: number;
}

/** Stretches of equal ground along each row, lowest ground first. */
export function patches(plan: BoardPlan): Patch[] {
  const found: Patch[] = [];
  for (let r = 1; r <= plan.rows; r += 1) {
    for (let c = 1; c <= plan.cols; c += 1) {
      const ground = groundAt(plan, { r, c });
      if (!ground) continue;
      const y = (r - 1) * U - groundRise(plan, { r, c });
      const terrain = ground.terrain === 'bar_counter' ? 'behind_bar' : ground.terrain;
      const last = found[found.length - 1];
      if (last && last.terrain === terrain && last.y === y && last.x + last.w === (c - 1) * U && terrain !== 'stairs') last.w += U;
      else found.push({ terrain, x: (c - 1) * U, y, w: U });
    }
  }
  return found.sort((a, b) => riseOf(a) - riseOf(b));
}

const riseOf = (patch: Patch): number => (U - (((patch.y % U) + U) % U)) % U;

/** Edges where raised ground meets lower ground, and whether the higher one lies south or east of the edge. */
export function ledges(plan: BoardPlan): { edge: Edge; rise: number; higherFirst: boolean }[] {
  const found: { edge: Edge; rise: number; higherFirst: boolean }[] = [];
  for (let r = 1; r <= plan.rows; r += 1)
    for (let c = 1; c <= plan.cols; c += 1)
      for (const side of ['e', 's'] as const) {
        const edge: Edge = { at: { r, c }, side };
        const other = across(edge);
        if (!groundAt(plan, other) || walled(plan, edge)) continue;
        const here = groundRise(plan, { r, c });
        const there = groundRise(plan, other);
        if (here !== there) found.push({ edge, rise: Math.max(here, there), higherFirst: here > there });
      }
  return found;
}

function walled(plan: BoardPlan, edge: Edge): boolean {
  const same = (one: Edge) => one.side === edge.side && one.at.r === edge.at.r && one.at.c === edge.at.c;
  return plan.walls.some(same) || plan.windows.some((window) => same(window.edge)) || plan.doors.some((door) => door.leaves.some((leaf) => same(leaf.edge)));
}

/** Places outside where light falls through an opening, and the way it falls. */
export function lights(plan: BoardPlan): { at: XY; side: 'n' | 'e' | 's' | 'w'; door: boolean }[] {
  const openings = [
    ...plan.windows.map((window) => ({ edge: window.edge, door: false })),
    ...plan.doors.flatMap((door) => door.leaves.map((leaf) => ({ edge: leaf.edge, door: true }))),
  ];
  return openings.flatMap(({ edge, door }) => {
    const first = groundAt(plan, edge.at);
    const second = groundAt(plan, across(edge));
    if (!first || !second || first.inside === second.inside) return [];
    const [a, b] = edgeEnds(edge);
    const side = edge.side === 's' ? (first.inside ? 's' : 'n') : first.inside ? 'e' : 'w';
    return [{ at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, side, door }] as const;
  });
}

/** The outline of a set of points, as a path in board units; `lift` raises it. */
export function outline(points: readonly Pt[], lift = 0): string {
  const set = new Set(points.map(ptKey));
  let d = '';
  for (const { r, c } of points) {
    const [x0, y0, x1, y1] = [(c - 1) * U, (r - 1) * U - lift, c * U, r * U - lift];
    if (!set.has(ptKey({ r: r - 1, c }))) d += `M${x0} ${y0}H${x1}`;
    if (!set.has(ptKey({ r: r + 1, c }))) d += `M${x0} ${y1}H${x1}`;
    if (!set.has(ptKey({ r, c: c - 1 }))) d += `M${x0} ${y0}V${y1}`;
    if (!set.has(ptKey({ r, c: c + 1 }))) d += `M${x1} ${y0}V${y1}`;
  }
  return d;
}

/** A few points of a terrain, always the same for the same board, for marks painted on the ground. */
export function marks(plan: BoardPlan, terrain: string, every: number): XY[] {
  const places: XY[] = [];
  for (let r = 1; r <= plan.rows; r += 1)
    for (let c = 1; c <= plan.cols; c += 1)
      if (groundAt(plan, { r, c })?.terrain === terrain && (r * 31 + c * 17 + r * c * 7) % every === 0) places.push(centre({ r, c }));
  return places;
}

/** The middles of rooms: where lamps hang. One for about every dozen points of a room that has a lamp. */
export function lampsOf(plan: BoardPlan, terrain: string, every: number): XY[] {
  const places: XY[] = [];
  for (let r = 1; r <= plan.rows; r += 1)
    for (let c = 1; c <= plan.cols; c += 1)
      if (groundAt(plan, { r, c })?.terrain === terrain && r % every === 3 % every && c % every === 1 % every)
        places.push({ x: c * U, y: r * U - groundRise(plan, { r, c }) });
  return places;
}

/** Walls of the plan whose south (or east) side looks upon ground that takes a shade. */
export function shades(plan: BoardPlan): { x: number; y: number; north: boolean }[] {
  return plan.walls.flatMap(({ at, side }) => {
    const other = groundAt(plan, side === 's' ? { r: at.r + 1, c: at.c } : { r: at.r, c: at.c + 1 });
    if (!other || other.terrain === 'bar_counter') return [];
    return [{ x: side === 's' ? (at.c - 1) * U : at.c * U, y: side === 's' ? at.r * U : (at.r - 1) * U, north: side === 's' }];
  });
}

/** Stretches of wall along the stage, for its curtain: the wall's line from end to end. */
export function curtains(plan: BoardPlan): { a: XY; b: XY; rise: number }[] {
  return plan.walls.flatMap((edge) => {
    if (groundAt(plan, edge.at)?.terrain !== 'stage') return [];
    const [a, b] = edgeEnds(edge);
    return [{ a, b, rise: groundRise(plan, edge.at) }];
  });
}

/** Lamp posts on the kerb around the grid. */
export function streetLamps({ rows, cols }: BoardPlan): XY[] {
  const [w, h] = [cols * U, rows * U];
  return [
    { x: -24, y: h * 0.3 },
    { x: -24, y: h * 0.8 },
    { x: w + 24, y: h * 0.22 },
    { x: w + 24, y: h * 0.68 },
    { x: w * 0.28, y: -8 },
    { x: w * 0.76, y: -8 },
    { x: w * 0.47, y: h + 26 },
    { x: w * 0.93, y: h + 26 },
  ];
}
