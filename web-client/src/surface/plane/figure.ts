/** Sizes of figures and their marks on a plane, so that pose and weapon are seen at a small zoom too. */
import type { Box, XY } from '../camera';
import { layMarks } from '../marks';

/** Height of a body on a base of radius 12.5, as it is drawn to scale. */
const HEIGHT = 31;
/** The least height of a figure on screen, in pixels, and the largest factor by which it is enlarged for that. */
const SEEN = 36;
const MOST = 3.4;
/** Half the width of a body that stands, and half the length of one that lies, in shares of its height. */
const HALF = 0.29;
const LONG = 0.55;

/** Returns the factor by which figures are enlarged, where a pixel takes `px` units of a base. */
export const tallOf = (px: number): number => Math.min(MOST, Math.max(1, (SEEN * px) / HEIGHT));

/** Returns the box of a body that stands, or lies, at a place; `scale` is the size of its base in bases of radius 12.5. */
export function bodyBox(place: XY, px: number, lying: boolean, scale = 1): Box {
  const tall = HEIGHT * tallOf(px / scale) * scale;
  const [half, up, down] = lying ? [tall * LONG, tall * 0.34, tall * 0.2] : [tall * HALF, tall, 3 * scale];
  return { x: place.x - half, y: place.y - up, w: 2 * half, h: up + down };
}

/** Radius of a badge, and height of the row of small marks under it, in pixels. */
export const BADGE = 7.6;
const ROW = 9;
/** The least size of a pixel of a badge, in units of a base of radius 12.5. */
const LEAST = 0.55;

/** A figure that stands or lies at a place. */
export interface Drawn<Key> {
  readonly key: Key;
  readonly place: XY;
  readonly lying: boolean;
}

/** Returns the drawn bodies of figures, and the middle of each badge from the place of its figure, so that its marks hide no other one. */
export function laidOut<Key>(figures: readonly Drawn<Key>[], px: number, scale: number): { bodies: ReadonlyMap<Key, Box>; tags: ReadonlyMap<Key, XY> } {
  const unit = Math.max(px, LEAST * scale);
  const side = (2 * BADGE + 2) * unit;
  const mark = { w: side, h: side + ROW * unit };
  const drawn = figures.map(({ key, place, lying }) => ({ key, place, body: bodyBox(place, px, lying, scale), mark }));
  const marks = layMarks(drawn);
  // The badge is the upper part of its marks.
  const tagOf = (place: XY, at: XY): XY => ({ x: at.x - place.x, y: at.y - place.y - (ROW / 2) * unit });
  return {
    bodies: new Map(drawn.map(({ key, body }) => [key, body])),
    tags: new Map(drawn.map(({ key, place }) => [key, tagOf(place, marks.get(key) ?? place)])),
  };
}
