/** How large figures and their marks are drawn on a plane, so that pose and weapon are seen from afar too. */
import type { Box, XY } from '../camera';

/** Height of a body on a base of radius 12.5, as it is drawn to scale. */
const HEIGHT = 31;
/** How tall a figure is on screen at least, in pixels; so much larger than to scale at most. */
const SEEN = 36;
const MOST = 3.4;
/** Half the width of a body that stands, and half the length of one that lies, in shares of its height. */
const HALF = 0.29;
const LONG = 0.55;

/** How much larger than to scale figures are drawn, where a pixel takes so many units of a base. */
export const tallOf = (px: number): number => Math.min(MOST, Math.max(1, (SEEN * px) / HEIGHT));

/** What is drawn of a body that stands, or lies, at a place; `scale` is the size of its base in bases of radius 12.5. */
export function bodyBox(place: XY, px: number, lying: boolean, scale = 1): Box {
  const tall = HEIGHT * tallOf(px / scale) * scale;
  const [half, up, down] = lying ? [tall * LONG, tall * 0.34, tall * 0.2] : [tall * HALF, tall, 3 * scale];
  return { x: place.x - half, y: place.y - up, w: 2 * half, h: up + down };
}

/** Radius of a badge in pixels, and the room of a badge with a row of small marks under it. */
export const BADGE = 7.6;
export const markBox = (px: number, rows = 1): { w: number; h: number } => ({ w: (2 * BADGE + 2) * px, h: (2 * BADGE + 2 + 9 * rows) * px });
