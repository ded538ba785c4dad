/** Pan and zoom: pure arithmetic. A place of the surface appears on screen at `place * k + (x, y)`. */

/** A place on a surface, in its own units, or on screen, in pixels. */
export interface XY {
  x: number;
  y: number;
}

export interface Camera {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  w: number;
  h: number;
}

export interface Box extends XY, Size {}

/** Space kept free on each side of the view, in screen pixels. */
export interface Inset {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const NO_INSET: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

/** Returns the inset of two items that lie over a view side by side. */
export const stacked = (a: Inset, b: Inset): Inset => ({ top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom, left: a.left + b.left });

/** Returns the part of a view that insets leave free, in screen pixels. */
export const freeOf = (view: Size, inset: Inset): Box => ({
  x: inset.left,
  y: inset.top,
  w: Math.max(1, view.w - inset.left - inset.right),
  h: Math.max(1, view.h - inset.top - inset.bottom),
});

/** The nearest zoom of a surface that sets none of its own, in pixels per unit. */
export const CLOSEST = 2.4;

export const toBoard = (camera: Camera, at: XY): XY => ({ x: (at.x - camera.x) / camera.k, y: (at.y - camera.y) / camera.k });
export const toScreen = (camera: Camera, at: XY): XY => ({ x: at.x * camera.k + camera.x, y: at.y * camera.k + camera.y });

/** Returns the camera that shows a whole box, in the middle of what the insets leave free. */
export function fit(view: Size, box: Box, inset: Inset = NO_INSET, closest = CLOSEST): Camera {
  const { w, h } = freeOf(view, inset);
  return centred(view, box, Math.min(w / box.w, h / box.h, closest), inset);
}

/** Returns the camera that has the middle of a box in the middle of what the insets leave free, at a given zoom. */
export function centred(view: Size, box: Box, k: number, inset: Inset = NO_INSET): Camera {
  const free = freeOf(view, inset);
  return { k, x: free.x + (free.w - box.w * k) / 2 - box.x * k, y: free.y + (free.h - box.h * k) / 2 - box.y * k };
}

/** Zooms by a factor so that the place under `at` stays where it is on screen. */
export function zoomAt(camera: Camera, at: XY, factor: number, min: number, max = CLOSEST): Camera {
  const k = Math.min(max, Math.max(min, camera.k * factor));
  const place = toBoard(camera, at);
  return { k, x: at.x - place.x * k, y: at.y - place.y * k };
}

export const pan = (camera: Camera, dx: number, dy: number): Camera => ({ ...camera, x: camera.x + dx, y: camera.y + dy });

/** Pans and zooms by two fingers, given their places before and after a movement. */
export function pinch(camera: Camera, before: [XY, XY], after: [XY, XY], min: number, max = CLOSEST): Camera {
  const apart = (pair: [XY, XY]) => Math.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y) || 1;
  const middle = (pair: [XY, XY]) => ({ x: (pair[0].x + pair[1].x) / 2, y: (pair[0].y + pair[1].y) / 2 });
  const from = middle(before);
  const to = middle(after);
  const zoomed = zoomAt(camera, from, apart(after) / apart(before), min, max);
  return pan(zoomed, to.x - from.x, to.y - from.y);
}

/** Keeps the world in sight: centred in what the insets leave free where it is smaller than that, else without empty margins there. */
export function clamp(camera: Camera, view: Size, world: Box, inset: Inset = NO_INSET): Camera {
  const axis = (at: number, start: number, end: number, from: number, length: number) => {
    const low = end - (from + length) * camera.k;
    const high = start - from * camera.k;
    return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, at));
  };
  return {
    k: camera.k,
    x: axis(camera.x, inset.left, view.w - inset.right, world.x, world.w),
    y: axis(camera.y, inset.top, view.h - inset.bottom, world.y, world.h),
  };
}

/** Returns the camera after the smallest change that brings a box into view; the same object where the box is in view already. */
export function include(camera: Camera, view: Size, box: Box, inset: Inset = NO_INSET): Camera {
  const { w, h } = freeOf(view, inset);
  const k = Math.min(camera.k, w / box.w, h / box.h);
  const base = k === camera.k ? camera : fit(view, box, inset, k);
  const a = toScreen(base, box);
  const b = toScreen(base, { x: box.x + box.w, y: box.y + box.h });
  const shift = (low: number, high: number, from: number, to: number) => (low < from ? from - low : high > to ? to - high : 0);
  const dx = shift(a.x, b.x, inset.left, view.w - inset.right);
  const dy = shift(a.y, b.y, inset.top, view.h - inset.bottom);
  return dx === 0 && dy === 0 && base === camera ? camera : pan(base, dx, dy);
}

/** Returns the smallest box around some places, with a margin. */
export function around(places: readonly XY[], margin: number): Box {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}
