/** The camera of one surface on screen, with the limits and the moves that the keys and fingers ask for. */
import { untrack } from 'svelte';
import {
  CLOSEST,
  NO_INSET,
  around,
  clamp,
  fit,
  furthest,
  include,
  pan,
  pinch,
  toBoard,
  toScreen,
  zoomAt,
  type Box,
  type Camera,
  type Inset,
  type Size,
  type XY,
} from './camera';

/** How large a surface is, and how it wants to be seen. */
export interface Extent {
  /** Everything that can be looked at. */
  world: Box;
  /** What is shown as a whole. */
  whole: Box;
  /** Below this zoom figures are too small to read on first sight. */
  readable: number;
  /** How near one may come, in pixels per unit. */
  closest?: number;
  /** Room around a place one comes near to, in units. */
  near: number;
}

/** How much smaller than readable everybody may be for all of them to be in the first frame. */
const STANDING = 0.62;

export class SurfaceView {
  size = $state<Size>({ w: 0, h: 0 });
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 0.5 });
  /** The camera moves by itself: let it glide. */
  gliding = $state(false);
  /** A hand moves the camera. */
  held = $state(false);
  #inset = $state.raw<Inset>(NO_INSET);
  /** What was brought into sight last; a hand that moves the camera has seen it. */
  #sought: (() => void) | null = null;
  #placed = false;
  #touched = false;
  #extent = $state.raw() as Extent;

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  /** Everything that can be looked at. */
  get world(): Box {
    return this.#extent.world;
  }

  /** What is shown as a whole. */
  get whole(): Box {
    return this.#extent.whole;
  }

  /** What panels take. */
  get inset(): Inset {
    return this.#inset;
  }

  /** A panel that comes over what was just brought into sight makes it move; nothing else does. */
  set inset(inset: Inset) {
    untrack(() => {
      const { top, left } = this.#inset;
      this.#inset = inset;
      if (inset.top > top || inset.left > left) this.#sought?.();
    });
  }

  get #closest(): number {
    return this.#extent.closest ?? CLOSEST;
  }

  /** The part of the surface that is in sight and not under a panel, in surface units. */
  get sight(): Box {
    const { k } = this.camera;
    const at = this.toBoard({ x: this.inset.left, y: this.inset.top });
    return { ...at, w: (this.size.w - this.inset.left - this.inset.right) / k, h: (this.size.h - this.inset.top - this.inset.bottom) / k };
  }

  get min(): number {
    return furthest(this.size, this.whole);
  }

  /** Units per pixel, when that is more than one: marks grow by it to stay readable. */
  get unit(): number {
    return Math.max(1, 1 / this.camera.k);
  }

  /** How much badges grow when the surface is seen from afar. */
  get zoomed(): number {
    return Math.min(1.7, Math.max(1, 0.7 / this.camera.k));
  }

  changeExtent(extent: Extent): void {
    if (extent === this.#extent) return;
    this.#extent = extent;
    this.all();
    this.#touched = false;
  }

  /**
   * Takes a new size: what was in the middle stays there. Until a hand has moved the camera, shows the places given, or the
   * whole surface where that is readable.
   */
  resize(size: Size, people: readonly XY[]): void {
    if (size.w === 0 || size.h === 0) return;
    const [dx, dy] = [(size.w - this.size.w) / 2, (size.h - this.size.h) / 2];
    this.size = size;
    if (this.#placed && this.#touched) {
      this.camera = clamp(pan(this.camera, dx, dy), size, this.world, this.inset);
      return;
    }
    this.#placed = true;
    const whole = fit(size, this.whole, this.inset);
    if (whole.k >= this.#extent.readable || people.length === 0) this.camera = whole;
    else this.camera = clamp(this.#readable(people), size, this.world, this.inset);
  }

  /**
   * Takes what panels leave free. What comes and goes at the top or the left while a fight is told moves nothing by itself: whatever
   * happens is brought into sight then.
   */
  leave(inset: Inset, people: readonly XY[]): void {
    const { right, bottom } = this.inset;
    const first = this.inset === NO_INSET;
    this.inset = inset;
    if (first || right !== inset.right || bottom !== inset.bottom) this.resize(this.size, people);
  }

  #readable(people: readonly XY[]): Camera {
    const close = fit(this.size, around(people, this.#extent.near * 0.85), this.inset, this.#extent.readable * 1.75);
    if (close.k >= this.#extent.readable) return close;
    // Whoever still stands is in the frame: with less room around them, if need be from a little further off.
    const tight = fit(this.size, around(people, this.#extent.near * 0.4), this.inset, this.#extent.readable);
    if (tight.k >= this.#extent.readable * STANDING) return tight;
    const first = people[0] as XY;
    return fit(this.size, around([first], this.#extent.near * 0.46), this.inset, this.#extent.readable * 1.13);
  }

  /** Shows the whole surface. */
  all(): void {
    this.#touched = true;
    this.#glide(fit(this.size, this.whole, this.inset, this.#closest));
  }

  /** Whether the whole surface is in sight. */
  get far(): boolean {
    return this.camera.k <= fit(this.size, this.whole, this.inset, this.#closest).k * 1.02;
  }

  /** Shows everybody as on first sight, whoever is named first above all; after a hand has moved the camera, him alone, from where it is. */
  gather(people: readonly XY[]): void {
    if (this.#touched) this.reveal(people.slice(0, 1));
    else {
      this.gliding = true;
      this.resize(this.size, people);
    }
  }

  /** Comes near a place. */
  near(place: XY): void {
    this.#touched = true;
    const box = around([place], this.#extent.near);
    this.#glide(clamp(fit(this.size, box, this.inset, this.#extent.readable * 2), this.size, this.world, this.inset));
  }

  zoom(at: XY, factor: number): void {
    this.#touched = true;
    this.#sought = null;
    this.gliding = false;
    this.camera = clamp(zoomAt(this.camera, at, factor, this.min, this.#closest), this.size, this.world, this.inset);
  }

  zoomMiddle(factor: number): void {
    this.zoom({ x: this.size.w / 2, y: this.size.h / 2 }, factor);
    this.gliding = true;
  }

  pan(dx: number, dy: number): void {
    this.#touched = true;
    this.#sought = null;
    this.gliding = false;
    this.camera = clamp(pan(this.camera, dx, dy), this.size, this.world, this.inset);
  }

  pinch(before: [XY, XY], after: [XY, XY]): void {
    this.#touched = true;
    this.#sought = null;
    this.gliding = false;
    this.camera = clamp(pinch(this.camera, before, after, this.min, this.#closest), this.size, this.world, this.inset);
  }

  /** Brings places into view, moving as little as it can; `below` pixels at the foot are taken as well. */
  reveal(places: readonly XY[], margin = 70, below = 0): void {
    if (places.length === 0 || this.size.w === 0) return;
    this.#sought = () => this.reveal(places, margin, below);
    const inset = { ...this.inset, bottom: this.inset.bottom + below };
    // Panels that leave nothing free are about to change.
    if (this.size.w <= inset.left + inset.right || this.size.h <= inset.top + inset.bottom) return;
    const box = around(places, margin);
    const next = include(this.#legible(box, inset), this.size, box, inset);
    if (next !== this.camera) this.#glide(clamp(next, this.size, this.world, this.inset));
  }

  /**
   * Puts places in the middle of what is free; so many pixels above and below are taken besides. Comes as near as they
   * allow, up to `closest`; without it the zoom of a hand stays.
   */
  centre(places: readonly XY[], margin: number, { above, below }: { above: number; below: number }, closest?: number): void {
    if (places.length === 0 || this.size.w === 0) return;
    const inset = { ...this.inset, top: this.inset.top + above, bottom: this.inset.bottom + below };
    if (this.size.w <= inset.left + inset.right || this.size.h <= inset.top + inset.bottom) return;
    const nearest = closest ?? Math.max(this.camera.k, this.#touched ? 0 : this.#extent.readable * 1.3);
    this.#glide(clamp(fit(this.size, around(places, margin), inset, nearest), this.size, this.world, this.inset));
  }

  /** On a small screen what happens is looked at from near, unless a hand has chosen otherwise. */
  #legible(box: Box, inset: Inset): Camera {
    if (this.#touched || this.camera.k >= this.#extent.readable) return this.camera;
    return fit(this.size, box, inset, this.#extent.readable * 1.13);
  }

  toBoard(at: XY): XY {
    return toBoard(this.camera, at);
  }

  toScreen(at: XY): XY {
    return toScreen(this.camera, at);
  }

  #glide(next: Camera): void {
    this.gliding = true;
    this.camera = next;
  }
}
