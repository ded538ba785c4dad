/** Reads a board written as in `rules/src/baston/data/`: a map in characters, then what stands on it. */
import { edgeOf } from './geometry';
import type { BoardPlan, BoardScene, Dir, Edge, Furniture, FurnitureKind, Ground, Loose, Pt } from './scene';
import { leafId } from './scene';

type Pair = [number, number];
type SidedPair = [number, number, string];

/** The data of a board file, as its TOML says. */
export interface BoardFile {
  board: { id: string; rows: number; cols: number; star_corner?: Pair; map: string };
  terrain: Record<string, { name: string; level: number; zone: string }>;
  stairs?: { point: Pair; bottom: Pair; top: Pair }[];
  doors?: { id: string; name: string; leaves: { edge: SidedPair; swept: Pair; hinge: Pair }[] }[];
  windows?: { id: string; edge: SidedPair; inside: Pair }[];
  booths?: { panels: { id: string; edge: SidedPair }[] }[];
  phones?: { id: string; point: Pair; face: number }[];
  furniture?: { id: string; kind: string; cells: Pair[] }[];
  chairs?: { points: Pair[] };
  bottles?: { whole: { point: Pair; layer: string }[] };
}

const pt = ([r, c]: Pair): Pt => ({ r, c });
const edge = ([r, c, side]: SidedPair): Edge => edgeOf({ r, c }, side);

/** The unchanging part of a board. */
export function planOf(file: BoardFile): BoardPlan {
  const { rows, cols } = file.board;
  const width = 2 * cols + 1;
  const lines = file.board.map.split('\n').map((line) => line.padEnd(width));
  const at = (y: number, x: number): string => lines[y]?.[x] ?? ' ';
  const ground: Ground[][] = [];
  const walls: Edge[] = [];
  for (let r = 1; r <= rows; r += 1) {
    const row: Ground[] = [];
    for (let c = 1; c <= cols; c += 1) {
      const kind = file.terrain[at(2 * r - 1, 2 * c - 1)];
      row.push({ terrain: kind?.name ?? 'sidewalk', level: kind?.level ?? 0, inside: kind?.zone === 'inside' });
      if (at(2 * r, 2 * c - 1) === '-') walls.push({ at: { r, c }, side: 's' });
      if (at(2 * r - 1, 2 * c) === '|') walls.push({ at: { r, c }, side: 'e' });
    }
    ground.push(row);
  }
  const plan: BoardPlan = {
    id: file.board.id,
    rows,
    cols,
    ground,
    walls,
    doors: (file.doors ?? []).map((door) => ({
      id: door.id,
      name: door.name,
      leaves: door.leaves.map((leaf) => ({ edge: edge(leaf.edge), swept: pt(leaf.swept), hinge: pt(leaf.hinge) })),
    })),
    windows: (file.windows ?? []).map((window) => ({ id: window.id, edge: edge(window.edge), inside: pt(window.inside) })),
    panels: (file.booths ?? []).flatMap((booth) => booth.panels.map((panel) => ({ id: panel.id, edge: edge(panel.edge) }))),
    phones: (file.phones ?? []).map((phone) => ({ id: phone.id, at: pt(phone.point), face: phone.face as Dir })),
    stairs: (file.stairs ?? []).map((stair) => ({ at: pt(stair.point), bottom: pt(stair.bottom), top: pt(stair.top) })),
  };
  if (file.board.star_corner) plan.star = pt(file.board.star_corner);
  return plan;
}

/** The board as it stands before anybody comes in. */
export function emptyScene(file: BoardFile): BoardScene {
  const plan = planOf(file);
  const furniture: Furniture[] = (file.furniture ?? []).map((piece) => ({
    id: piece.id,
    kind: piece.kind as FurnitureKind,
    cells: piece.cells.map(pt),
    overturned: false,
  }));
  const loose: Loose[] = [
    ...(file.chairs?.points ?? []).map((point, i): Loose => ({ id: `chair${i + 1}`, item: 'chaise', at: pt(point), layer: 'floor' })),
    ...(file.bottles?.whole ?? []).map(
      (bottle, i): Loose => ({ id: `bottle${i + 1}`, item: 'canette', at: pt(bottle.point), layer: bottle.layer === 'top' ? 'top' : 'floor' }),
    ),
  ];
  return {
    plan,
    leaves: Object.fromEntries(plan.doors.flatMap((door) => door.leaves.map((_, i) => [leafId(door.id, i), 'shut' as const]))),
    windows: Object.fromEntries(plan.windows.map((window) => [window.id, 'shut' as const])),
    broken: [],
    furniture,
    loose,
    glass: [],
    figures: [],
  };
}
