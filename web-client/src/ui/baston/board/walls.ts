/** Cuts the walls of a plan into rows, so that figures can stand in front of them and behind them. */
import { U } from './geometry';
import { groundAt, ptKey, type BoardPlan } from './scene';

/** A stretch of wall that runs from west to east; its south face is seen. */
export interface Run {
  x0: number;
  x1: number;
  /** Terrain that the seen face looks upon; picks its paint. */
  face: string;
  inside: boolean;
}

/** A wall along one row, seen from above; `free` ends touch no other wall. */
export interface Post {
  x: number;
  y0: number;
  y1: number;
  freeNorth: boolean;
  freeSouth: boolean;
}

/** What stands on the south side of row `row` (0 is the north border of the grid). */
export interface WallRow {
  row: number;
  runs: Run[];
  posts: Post[];
}

/** Walls row by row, from north to south; rows without walls are left out. */
export function wallRows(plan: BoardPlan): WallRow[] {
  const south = new Set<string>();
  const east = new Set<string>();
  for (const wall of plan.walls) (wall.side === 's' ? south : east).add(ptKey(wall.at));
  const openings = new Set(
    [...plan.doors.flatMap((door) => door.leaves.map((leaf) => leaf.edge)), ...plan.windows.map((window) => window.edge)]
      .filter((edge) => edge.side === 'e')
      .map((edge) => ptKey(edge.at)),
  );
  const rows: WallRow[] = [];
  for (let row = 0; row <= plan.rows; row += 1) {
    const runs = runsOf(plan, south, row);
    const posts: Post[] = [];
    for (let c = 0; c <= plan.cols; c += 1) {
      if (!east.has(`${row},${c}`)) continue;
      const meets = (r: number) => south.has(`${r},${c}`) || south.has(`${r},${c + 1}`);
      const goesOn = (r: number) => east.has(`${r},${c}`) && !openings.has(`${r},${c}`);
      posts.push({ x: c * U, y0: (row - 1) * U, y1: row * U, freeNorth: !meets(row - 1) && !goesOn(row - 1), freeSouth: !meets(row) && !goesOn(row + 1) });
    }
    if (runs.length > 0 || posts.length > 0) rows.push({ row, runs, posts });
  }
  return rows;
}

function runsOf(plan: BoardPlan, south: Set<string>, row: number): Run[] {
  const runs: Run[] = [];
  for (let c = 1; c <= plan.cols; c += 1) {
    if (!south.has(`${row},${c}`)) continue;
    const ground = groundAt(plan, { r: row + 1, c });
    const face = ground?.terrain ?? 'sidewalk';
    const last = runs[runs.length - 1];
    if (last && last.x1 === (c - 1) * U && last.face === face) last.x1 = c * U;
    else runs.push({ x0: (c - 1) * U, x1: c * U, face, inside: ground?.inside ?? false });
  }
  return runs;
}

/** Whether a wall run goes on beyond one of its ends, so that no jamb is drawn there. */
export function joins(rows: readonly WallRow[], row: WallRow, x: number): { west: boolean; east: boolean; post: boolean } {
  const below = rows.find((other) => other.row === row.row + 1);
  return {
    west: row.runs.some((run) => run.x1 === x),
    east: row.runs.some((run) => run.x0 === x),
    post: row.posts.some((post) => post.x === x) || (below?.posts.some((post) => post.x === x) ?? false),
  };
}

/** The paint of a wall's face, by what it looks upon. */
export function paint(face: string): { wall: string; base: string } {
  const paints: Record<string, { wall: string; base: string }> = {
    hall: { wall: '#d2974a', base: '#6d4023' },
    games_room: { wall: '#56307c', base: '#2b1a45' },
    behind_bar: { wall: '#a8442f', base: '#5a2a1c' },
    wc: { wall: '#d6e6e2', base: '#7fb0b4' },
    stage: { wall: '#8d2236', base: '#4b1220' },
    stairs: { wall: '#d2974a', base: '#6d4023' },
    bar_counter: { wall: '#d2974a', base: '#6d4023' },
  };
  return paints[face] ?? { wall: '#84404a', base: '#3f2638' };
}

/** The wall where the sign of the house hangs: the widest one that looks on the street beside a street door. */
export function signPlace(plan: BoardPlan, rows: readonly WallRow[]): { row: number; x: number } | undefined {
  const doors = plan.doors
    .flatMap((door) => door.leaves.map((leaf) => leaf.edge))
    .filter((edge) => edge.side === 's' && groundAt(plan, edge.at)?.inside && !groundAt(plan, { r: edge.at.r + 1, c: edge.at.c })?.inside);
  const places = rows.flatMap((row) =>
    row.runs
      .filter((run) => !run.inside && doors.some((door) => door.at.r === row.row && (door.at.c * U === run.x0 || (door.at.c - 1) * U === run.x1)))
      .map((run) => ({ row: row.row, x: run.x0, width: run.x1 - run.x0 })),
  );
  return places.filter((place) => place.width >= 2 * U).sort((a, b) => b.width - a.width || a.row - b.row)[0];
}
