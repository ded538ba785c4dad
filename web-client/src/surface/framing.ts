/** Frames that show given places: pure functions, without memory of earlier frames. */
import { around, centred, fit, freeOf, include, type Box, type Camera, type Inset, type Size, type XY } from './camera';

/** A zoom for surfaces on wide and on narrow screens. */
export interface ByWidth {
  readonly wide: number;
  readonly narrow: number;
}

/** The width, in pixels, below which a surface counts as narrow: such a screen is held close to the eyes. */
const NARROW = 600;

export const byWidth = ({ wide, narrow }: ByWidth, { w }: Size): number => (w < NARROW ? narrow : wide);

/** A figure on the surface, and the side it fights for. */
export interface Standing extends XY {
  readonly side: number;
}

/** Upper bound of the margin around places on each side, as a share of what is free. */
const RIM = 0.2;
/** Tolerance for rounding errors. */
const SLACK = 1e-6;

/** Returns the margin around places, in units of the surface: smaller than `margin` where there is little room. */
function rim(margin: number, k: number, view: Size, inset: Inset): number {
  const { w, h } = freeOf(view, inset);
  return Math.min(margin, (RIM * Math.min(w, h)) / k);
}

/** Returns as many of the places as fit together at zoom `k`, in their order. The first one is always among them. */
export function together<P extends XY>(places: readonly P[], margin: number, k: number, view: Size, inset: Inset): P[] {
  const free = freeOf(view, inset);
  const edge = rim(margin, k, view, inset);
  const found: P[] = [];
  for (const place of places) {
    const box = around([...found, place], edge);
    if (found.length === 0 || (box.w * k <= free.w + SLACK && box.h * k <= free.h + SLACK)) found.push(place);
  }
  return found;
}

/**
 * Moves a camera by the least that brings places into sight: as many of them, in their order, as fit at the zoom `readable`. A camera
 * with a smaller zoom than that keeps it.
 */
export function bring(camera: Camera, view: Size, inset: Inset, places: readonly XY[], margin: number, readable: number): Camera {
  if (places.length === 0) return camera;
  const seen = together(places, margin, Math.min(camera.k, readable), view, inset);
  return include(camera, view, around(seen, rim(margin, camera.k, view, inset)), inset);
}

/** Zooms in to places, up to `zoom`, as far as all of them stay in sight. Returns a camera that is nearer already unchanged. */
export function approach(camera: Camera, view: Size, inset: Inset, places: readonly XY[], margin: number, zoom: number): Camera {
  const box = around(places, rim(margin, zoom, view, inset));
  const k = fit(view, box, inset, zoom).k;
  return k <= camera.k ? camera : centred(view, box, k, inset);
}

/** Sorts places by their distance to another one, the nearest first. */
export function byDistance<P extends XY>(places: readonly P[], to: XY): P[] {
  const far = ({ x, y }: XY) => Math.hypot(x - to.x, y - to.y);
  return [...places].sort((a, b) => far(a) - far(b));
}

/** Sorts figures for a frame around the first one: its nearest opponent, then all others by distance. */
function byNearness(people: readonly Standing[]): Standing[] {
  const first = people[0];
  if (!first) return [];
  const rest = byDistance(people.slice(1), first);
  const foe = rest.find(({ side }) => side !== first.side);
  return [first, ...(foe ? [foe] : []), ...rest.filter((one) => one !== foe)];
}

/** The properties of a surface that {@link firstFrame} depends on. */
export interface Frames {
  /** The box that an overview shows. */
  readonly whole: Box;
  /** The smallest zoom at which figures can be read, and the nearest zoom for figures that stand close together. */
  readonly readable: number;
  readonly close: number;
  /** Room around a place that the camera comes near to, in units. */
  readonly near: number;
}

/** Returns the first frame of a surface that does not fit: the first figure, its nearest opponent, and as many others as fit with them. */
export function firstFrame(people: readonly Standing[], view: Size, inset: Inset, { whole, readable, close, near }: Frames): Camera {
  const seen = together(byNearness(people), near * 0.4, readable, view, inset);
  if (seen.length === 0) return fit(view, whole, inset);
  const roomy = fit(view, around(seen, near * 0.85), inset, close).k;
  return centred(view, around(seen, 0), Math.max(readable, roomy), inset);
}
