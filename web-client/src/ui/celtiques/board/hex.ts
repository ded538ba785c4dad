/** The layout of the map: hexagons with a point to the north, odd rows half a hexagon to the right. Units are pixels at zoom 1. */
import type { Hex } from '../../../protocol';
import type { Box, XY } from '../../../surface/camera';

/** The distance from the middle of a hexagon to its corners. */
export const SIZE = 36;
/** The width of a hexagon, and the distance from one row to the next. */
export const WIDTH = Math.sqrt(3) * SIZE;
export const ROW = SIZE * 1.5;

export const sameHex = (a: Hex, b: Hex): boolean => a[0] === b[0] && a[1] === b[1];
export const hexKey = ([col, row]: Hex): string => `${col},${row}`;

/** Returns the middle of a hexagon. */
export const middle = ([col, row]: Hex): XY => ({ x: (col + 0.5 + (row & 1) / 2) * WIDTH, y: row * ROW + SIZE });

/** Returns the corners of a hexagon around 0,0, clockwise from the north, at `share` of their distance. */
export function corners(share = 1): readonly XY[] {
  return [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = (Math.PI / 180) * (60 * n - 90);
    return { x: Math.cos(angle) * SIZE * share, y: Math.sin(angle) * SIZE * share };
  });
}

/** Returns the outline of a hexagon around a place, as a path. */
export function outline(at: XY, share = 1): string {
  return `M${corners(share)
    .map(({ x, y }) => `${(at.x + x).toFixed(1)} ${(at.y + y).toFixed(1)}`)
    .join('L')}Z`;
}

interface Cube {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

const cube = ([col, row]: Hex): Cube => {
  const x = col - (row - (row & 1)) / 2;
  return { x, z: row, y: -x - row };
};

/** Returns the number of steps from one hexagon to another. */
export function steps(a: Hex, b: Hex): number {
  const [one, other] = [cube(a), cube(b)];
  return (Math.abs(one.x - other.x) + Math.abs(one.y - other.y) + Math.abs(one.z - other.z)) / 2;
}

/** Returns the hexagon under a place, whether or not the map has it. */
export function hexAt({ x, y }: XY): Hex {
  const [px, py] = [x - WIDTH / 2, y - SIZE];
  const q = ((Math.sqrt(3) / 3) * px - py / 3) / SIZE;
  const r = ((2 / 3) * py) / SIZE;
  const s = -q - r;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(s);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  // Adding 0 turns a negative zero into zero.
  return [rq + (rr - (rr & 1)) / 2 + 0, rr + 0];
}

/** Returns the hexagon under a place of a map with `width` columns and `height` rows; `undefined` off the map. */
export function hexOn(at: XY, width: number, height: number): Hex | undefined {
  const found = hexAt(at);
  return found[0] >= 0 && found[0] < width && found[1] >= 0 && found[1] < height ? found : undefined;
}

/** The sides of a hexagon, in degrees clockwise from the north. */
export const ANGLES = { e: 90, se: 150, sw: 210, w: 270, nw: 330, ne: 30 } as const;

/** Returns the neighbour to which arrow keys lead. Up and down keep the column; diagonal steps follow the shift of odd rows. */
export function beside([col, row]: Hex, down: number, right: number): Hex {
  if (down === 0) return [col + right, row];
  return [col + (right > 0 ? row & 1 : right < 0 ? (row & 1) - 1 : 0), row + down];
}

/** Returns the box around a map with `width` columns and `height` rows. */
export const extent = (width: number, height: number): Box => ({ x: 0, y: 0, w: (width + 0.5) * WIDTH, h: (height - 1) * ROW + 2 * SIZE });
