/** A table of one's own: what lies on it, what may be said of it, and its way back. Nothing here draws. */
import { far, gap, laid, overlap } from '../../../surface/plane/geometry';
import type { OwnTable } from '../../../protocol/generik';
import { TABLE_U } from '../table/plane';
import { ERAS, type Placed, type Pt, type TerrainKind } from '../table/types';

export type { OwnTable };

/** Pieces at least this far apart, as games place them (GEN-SET-03); a table of one's own may ignore it. */
export const SPACING = 1000;
/** More pieces than any file should hold. */
const MOST = 40;

/** What is wrong with a piece, the worst first; only `apart` is a mere hint. */
export type Fault = 'off' | 'overlap' | 'copies' | 'apart';

/** A remark on a piece. */
export interface Remark {
  fault: Fault;
  /** The other piece concerned, by its number. */
  other?: number;
}

/** A kind by its id. */
export const kindOf = (kinds: readonly TerrainKind[], id: string): TerrainKind | undefined => kinds.find((kind) => kind.id === id);

const polysOf = (kinds: readonly TerrainKind[], placed: Placed): Pt[][] => laid(kindOf(kinds, placed.piece)?.polys ?? [], placed.at, placed.turn);

const inside = (polys: readonly Pt[][]): boolean => polys.flat().every(([x, y]) => x >= 0 && y >= 0 && x <= TABLE_U && y <= TABLE_U);

/** The worst that can be said of each piece. */
export function remarks(pieces: readonly Placed[], kinds: readonly TerrainKind[]): (Remark | undefined)[] {
  const polys = pieces.map((piece) => polysOf(kinds, piece));
  const between = (i: number, k: number, test: (a: Pt[], b: Pt[]) => boolean) => (polys[i] as Pt[][]).some((a) => (polys[k] as Pt[][]).some((b) => test(a, b)));
  return pieces.map((piece, i): Remark | undefined => {
    if (!inside(polys[i] as Pt[][])) return { fault: 'off' };
    const on = pieces.findIndex((_, k) => k !== i && between(i, k, overlap));
    if (on >= 0) return { fault: 'overlap', other: on };
    const before = pieces.slice(0, i).filter((other) => other.piece === piece.piece).length;
    if (before >= (kindOf(kinds, piece.piece)?.drawn ?? 0)) return { fault: 'copies' };
    const near = pieces.findIndex((_, k) => k !== i && between(i, k, (a, b) => gap(a, b) < SPACING));
    return near >= 0 ? { fault: 'apart', other: near } : undefined;
  });
}

/** Whether a table may be used: mere hints do not count. */
export const sound = (said: readonly (Remark | undefined)[]): boolean => said.every((one) => !one || one.fault === 'apart');

/** How many of a kind are left. */
export const left = (kind: TerrainKind, pieces: readonly Placed[]): number => kind.drawn - pieces.filter((piece) => piece.piece === kind.id).length;

/** Where a new piece goes: the place nearest to the middle with nothing to be said of it, else the middle. */
export function roomFor(kind: TerrainKind, pieces: readonly Placed[], kinds: readonly TerrainKind[]): Placed {
  const middle = TABLE_U / 2;
  const at = (x: number, y: number): Placed => ({ piece: kind.id, at: [x, y], turn: 0 });
  const spots: Pt[] = [];
  for (let x = 1000; x <= TABLE_U - 1000; x += 500) for (let y = 1000; y <= TABLE_U - 1000; y += 500) spots.push([x, y]);
  spots.sort((a, b) => far(a, [middle, middle]) - far(b, [middle, middle]));
  const span = (of: TerrainKind | undefined): number => Math.max(0, ...(of?.polys.flat().map(([x, y]) => Math.hypot(x, y)) ?? []));
  const others = pieces.map((piece) => ({ at: piece.at, reach: span(kindOf(kinds, piece.piece)) + span(kind) + SPACING, polys: polysOf(kinds, piece) }));
  const free = spots.find((spot) => {
    const polys = laid(kind.polys, spot, 0);
    if (!inside(polys)) return false;
    return others.every((other) => far(other.at, spot) > other.reach || polys.every((a) => other.polys.every((b) => gap(a, b) >= SPACING)));
  });
  return free ? at(...free) : at(middle, middle);
}

const whole = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n);

/** A table read from a file or the shelf; nothing when it is none. Unknown pieces and places make it none. */
export function readTable(raw: unknown, kinds: readonly TerrainKind[]): OwnTable | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  if ('content' in raw) return readTable(raw.content, kinds);
  if (!('era' in raw) || !('pieces' in raw) || !Array.isArray(raw.pieces) || raw.pieces.length > MOST) return undefined;
  const era = ERAS.find((one) => one === raw.era);
  if (!era) return undefined;
  const pieces: Placed[] = [];
  for (const one of raw.pieces as unknown[]) {
    if (typeof one !== 'object' || one === null || !('piece' in one) || !('at' in one) || !('turn' in one)) return undefined;
    const { piece, at, turn } = one;
    const kind = kinds.find((each) => each.id === piece && each.era === era);
    if (!kind || !Array.isArray(at) || at.length !== 2 || !whole(at[0]) || !whole(at[1]) || !whole(turn) || turn < 0 || turn > 23) return undefined;
    pieces.push({ piece: kind.id, at: [at[0], at[1]], turn });
  }
  return { era, pieces };
}

/** What is written into a file. */
export const fileOf = (name: string, table: OwnTable): string => `${JSON.stringify({ ruleset: 'generik', kind: 'table', name, content: table }, null, 2)}\n`;
