/** Reads the board of a view: a map in characters, then what stands on it. */
import type { Point } from '../../../protocol';
import type { BoardSpec, EdgeRef } from '../../../protocol/baston';
import { edgeOf } from './geometry';
import type { BoardPlan, Dir, Edge, Ground, Pt } from './scene';

export const pt = ([r, c]: Point): Pt => ({ r, c });
const edge = ([r, c, side]: EdgeRef): Edge => edgeOf({ r, c }, side);

/** The unchanging part of a board. */
export function planOf(spec: BoardSpec): BoardPlan {
  const { rows, cols } = spec.board;
  const width = 2 * cols + 1;
  const lines = spec.board.map.split('\n').map((line) => line.padEnd(width));
  const at = (y: number, x: number): string => lines[y]?.[x] ?? ' ';
  const ground: Ground[][] = [];
  const walls: Edge[] = [];
  for (let r = 1; r <= rows; r += 1) {
    const row: Ground[] = [];
    for (let c = 1; c <= cols; c += 1) {
      const kind = spec.terrain[at(2 * r - 1, 2 * c - 1)];
      row.push({ terrain: kind?.name ?? 'sidewalk', level: kind?.level ?? 0, inside: kind?.zone === 'inside' });
      if (at(2 * r, 2 * c - 1) === '-') walls.push({ at: { r, c }, side: 's' });
      if (at(2 * r - 1, 2 * c) === '|') walls.push({ at: { r, c }, side: 'e' });
    }
    ground.push(row);
  }
  return {
    id: spec.board.id,
    rows,
    cols,
    ground,
    walls,
    doors: spec.doors.map((door) => ({
      id: door.id,
      name: door.name,
      leaves: door.leaves.map((leaf) => ({ edge: edge(leaf.edge), swept: pt(leaf.swept), hinge: pt(leaf.hinge) })),
    })),
    windows: spec.windows.map((window) => ({ id: window.id, edge: edge(window.edge), inside: pt(window.inside) })),
    panels: spec.booths.flatMap((booth) => booth.panels.map((panel) => ({ id: panel.id, edge: edge(panel.edge) }))),
    phones: spec.phones.map((phone) => ({ id: phone.id, at: pt(phone.point), face: phone.face as Dir })),
    stairs: spec.stairs.map((stair) => ({ at: pt(stair.point), bottom: pt(stair.bottom), top: pt(stair.top) })),
    star: { r: 1, c: 1 },
  };
}
