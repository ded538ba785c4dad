/** Everything that stands on the ground, in the order in which it must be painted: north first. */
import { U, figureXY, footprint, groundRise, topRise } from './geometry';
import {
  groundAt,
  leafId,
  samePt,
  type BoardPlan,
  type BoardScene,
  type Door,
  type Figure,
  type Furniture,
  type Loose,
  type Panel,
  type Phone,
  type Pt,
  type Window,
} from './scene';
import { signPlace, wallRows, type WallRow } from './walls';

export type Drawable =
  | { kind: 'walls'; key: string; z: number; row: WallRow; rows: WallRow[]; sign?: { x: number; text: string } }
  | { kind: 'leaf'; key: string; z: number; door: Door; leaf: number }
  | { kind: 'window'; key: string; z: number; window: Window }
  | { kind: 'panel'; key: string; z: number; panel: Panel }
  | { kind: 'phone'; key: string; z: number; phone: Phone }
  | { kind: 'counter'; key: string; z: number; x: number; y: number; n: number }
  | { kind: 'furniture'; key: string; z: number; piece: Furniture; lift: number; seeThrough: boolean }
  | { kind: 'loose'; key: string; z: number; thing: Loose; x: number; y: number }
  | { kind: 'glass'; key: string; z: number; at: Pt; lift: number }
  | { kind: 'hold'; key: string; z: number; by: Figure; held: Figure }
  | { kind: 'figure'; key: string; z: number; figure: Figure };

/** What the neon over the door says, by board. */
const SIGNS: Record<string, string> = { troquet: 'LE TROQUET' };

const fixed = new WeakMap<BoardPlan, Drawable[]>();

/** What a plan alone gives to draw; worked out once. */
export function fixtures(plan: BoardPlan): Drawable[] {
  const known = fixed.get(plan);
  if (known) return known;
  const rows = wallRows(plan);
  const place = signPlace(plan, rows);
  const list: Drawable[] = rows.map((row) => ({
    kind: 'walls',
    key: `w${row.row}`,
    z: row.row * U,
    row,
    rows,
    ...(place?.row === row.row ? { sign: { x: place.x, text: SIGNS[plan.id] ?? 'BAR' } } : {}),
  }));
  for (const door of plan.doors)
    door.leaves.forEach((leaf, i) => {
      const row = leaf.edge.at.r * U;
      list.push({ kind: 'leaf', key: `d${leafId(door.id, i)}`, z: leaf.edge.side === 's' ? row + 1 : row - 8, door, leaf: i });
    });
  for (const window of plan.windows) list.push({ kind: 'window', key: `f${window.id}`, z: window.edge.at.r * U + 1, window });
  for (const panel of plan.panels) list.push({ kind: 'panel', key: `p${panel.id}`, z: panel.edge.at.r * U + 1, panel });
  for (const phone of plan.phones) list.push({ kind: 'phone', key: `h${phone.id}`, z: (phone.at.r - 1) * U + 2, phone });
  list.push(...counters(plan));
  fixed.set(plan, list);
  return list;
}

function counters(plan: BoardPlan): Drawable[] {
  const list: Drawable[] = [];
  plan.ground.forEach((row, i) => {
    for (let c = 0; c < row.length; c += 1) {
      if (row[c]?.terrain !== 'bar_counter') continue;
      let n = 1;
      while (row[c + n]?.terrain === 'bar_counter') n += 1;
      list.push({ kind: 'counter', key: `b${i},${c}`, z: (i + 1) * U - 12, x: c * U, y: (i + 1) * U, n });
      c += n;
    }
  });
  return list;
}

/** Where several things on one point are put side by side. */
const SPOTS: readonly [number, number][] = [
  [14, 17],
  [-15, 18],
  [0, 22],
  [20, 4],
  [-21, 5],
  [6, 12],
  [-7, 12],
];
const TOPSPOTS: readonly [number, number][] = [
  [12, 4],
  [-13, 6],
  [0, -6],
  [20, -8],
  [-20, -8],
];

function loose(scene: BoardScene): Drawable[] {
  const used = new Map<string, number>();
  return scene.loose.map((thing): Drawable => {
    const { x, y } = { x: (thing.at.c - 0.5) * U, y: (thing.at.r - 0.5) * U };
    if (thing.item === 'chaise') {
      return { kind: 'loose', key: thing.id, z: y - 4, thing, x: x - 6, y: y - 2 - groundRise(scene.plan, thing.at) };
    }
    const slot = `${thing.at.r},${thing.at.c},${thing.layer}`;
    const n = used.get(slot) ?? 0;
    used.set(slot, n + 1);
    const top = thing.layer === 'top';
    const [dx, dy] = (top ? TOPSPOTS : SPOTS)[n % (top ? TOPSPOTS : SPOTS).length] ?? [0, 0];
    const rise = top ? topRise(scene.plan, scene.furniture, thing.at) : groundRise(scene.plan, thing.at);
    const support = top ? supportZ(scene, thing.at) : 0;
    return { kind: 'loose', key: thing.id, z: top ? Math.max(y, support + 1 + n * 0.01) : y + 20, thing, x: x + dx, y: y + dy - rise };
  });
}

function supportZ(scene: BoardScene, at: Pt): number {
  const piece = scene.furniture.find((one) => !one.overturned && one.cells.some((cell) => samePt(cell, at)));
  if (piece) return bottomOf(piece) - 12;
  return groundAt(scene.plan, at)?.terrain === 'bar_counter' ? at.r * U - 12 : 0;
}

const bottomOf = (piece: Furniture): number => {
  const box = footprint(piece.cells);
  return box.y + box.h;
};

/** All that stands, sorted from north to south. */
export function drawables(scene: BoardScene): Drawable[] {
  const hidden = scene.figures.filter((figure) => figure.under);
  const list: Drawable[] = [
    ...fixtures(scene.plan),
    ...scene.furniture.map((piece): Drawable => ({
      kind: 'furniture',
      key: piece.id,
      z: piece.overturned ? bottomOf(piece) - U + 4 : bottomOf(piece) - 12,
      piece,
      lift: groundRise(scene.plan, piece.cells[0] ?? { r: 1, c: 1 }),
      seeThrough: hidden.some((figure) => piece.cells.some((cell) => samePt(cell, figure.at))),
    })),
    ...loose(scene),
    ...scene.glass.map((at): Drawable => ({ kind: 'glass', key: `g${at.r},${at.c}`, z: (at.r - 0.5) * U - 30, at, lift: groundRise(scene.plan, at) })),
    ...scene.figures.map((figure): Drawable => ({ kind: 'figure', key: figure.id, z: figureZ(scene, figure), figure })),
    ...scene.figures.flatMap((by): Drawable[] => {
      const held = scene.figures.find((one) => one.id === by.holds);
      return held ? [{ kind: 'hold', key: `hold${by.id}`, z: figureZ(scene, held) + 0.5, by, held }] : [];
    }),
  ];
  return list.sort((a, b) => a.z - b.z);
}

/** Painting order of a figure where it stands. */
export function figureZ(scene: BoardScene, figure: Figure): number {
  const { y } = figureXY(scene, figure);
  const z = figure.out ? y - 22 : figure.posture === 'prone' ? y - 8 : y;
  if (figure.onTop) return Math.max(z, supportZ(scene, figure.at) + 2);
  if (figure.under) return Math.min(z, supportZ(scene, figure.at) - 1);
  return z;
}
