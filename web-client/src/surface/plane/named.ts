/** Places for the names of ranges, so that no other words lie over them. */
import type { XY } from '../camera';

/** The box of some words: its middle and its size. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Places along a ring, in degrees from its top, the nearest first. */
const ALONG = [0, 24, -24, 48, -48, 76, -76, 104, -104, 132, -132, 156, -156, 180] as const;

const meet = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) * 2 < a.w + b.w && Math.abs(a.y - b.y) * 2 < a.h + b.h;

/** Returns the first place along the inside of a ring where words lie on a plane of a `side` and on nothing `taken`, or else its top. */
export function nameSpot(middle: XY, radius: number, size: Pick<Box, 'w' | 'h'>, side: number, taken: readonly Box[]): Box {
  const within = (n: number, room: number) => Math.min(Math.max(n, room / 2), Math.max(room / 2, side - room / 2));
  const spots = ALONG.map((degrees): Box => {
    const angle = (degrees / 180) * Math.PI;
    const far = Math.max(0, radius - size.h * 0.6);
    return { x: within(middle.x + far * Math.sin(angle), size.w), y: within(middle.y - far * Math.cos(angle), size.h), ...size };
  });
  return spots.find((spot) => !taken.some((other) => meet(spot, other))) ?? (spots[0] as Box);
}
