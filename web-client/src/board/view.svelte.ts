/** The camera of one board on screen, with the limits and the moves that the keys and fingers ask for. */
import { CLOSEST, NO_INSET, around, clamp, fit, furthest, include, pan, pinch, toBoard, toScreen, zoomAt, type Box, type Camera, type Inset, type Size } from './camera';
import { MARGIN, U, type XY } from './geometry';
import type { BoardPlan } from './scene';

/** Below this zoom figures are too small to read on first sight. */
const READABLE = 0.46;

export class BoardView {
  size = $state<Size>({ w: 0, h: 0 });
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 0.5 });
  inset = $state.raw<Inset>(NO_INSET);
  /** The camera moves by itself: let it glide. */
  gliding = $state(false);
  /** A hand moves the camera. */
  held = $state(false);
  #placed = false;
  #touched = false;
  #plan: BoardPlan;

  constructor(plan: BoardPlan) {
    this.#plan = plan;
  }

  /** Everything that can be looked at, road included. */
  get world(): Box {
    return { x: -MARGIN, y: -MARGIN, w: this.#plan.cols * U + 2 * MARGIN, h: this.#plan.rows * U + 2 * MARGIN };
  }

  get grid(): Box {
    return { x: -26, y: -34, w: this.#plan.cols * U + 52, h: this.#plan.rows * U + 60 };
  }

  /** The part of the board that is in sight and not under a panel, in board units. */
  get sight(): Box {
    const { k } = this.camera;
    const at = this.toBoard({ x: this.inset.left, y: this.inset.top });
    return { ...at, w: (this.size.w - this.inset.left - this.inset.right) / k, h: (this.size.h - this.inset.top - this.inset.bottom) / k };
  }

  get min(): number {
    return furthest(this.size, this.grid);
  }

  /** Board units per pixel, when that is more than one: marks grow by it to stay readable. */
  get unit(): number {
    return Math.max(1, 1 / this.camera.k);
  }

  /** How much badges grow when the board is seen from afar. */
  get zoomed(): number {
    return Math.min(1.7, Math.max(1, 0.7 / this.camera.k));
  }

  changePlan(plan: BoardPlan): void {
    if (plan === this.#plan) return;
    this.#plan = plan;
    this.all();
    this.#touched = false;
  }

  /** Takes a new size; the first time, shows the places given, or the whole board where that is readable. */
  resize(size: Size, people: readonly XY[]): void {
    if (size.w === 0 || size.h === 0) return;
    this.size = size;
    if (this.#placed && this.#touched) {
      this.camera = clamp(this.camera, size, this.world);
      return;
    }
    this.#placed = true;
    const whole = fit(size, this.grid, this.inset);
    if (whole.k >= READABLE || people.length === 0) this.camera = whole;
    else this.camera = clamp(this.#readable(people), size, this.world);
  }

  #readable(people: readonly XY[]): Camera {
    const close = fit(this.size, around(people, 110), this.inset, 0.8);
    if (close.k >= READABLE) return close;
    const first = people[0] as XY;
    return fit(this.size, around([first], 60), this.inset, READABLE + 0.06);
  }

  /** Shows the whole board. */
  all(): void {
    this.#touched = true;
    this.#glide(fit(this.size, this.grid, this.inset));
  }

  /** Whether the whole board is in sight. */
  get whole(): boolean {
    return this.camera.k <= fit(this.size, this.grid, this.inset).k * 1.02;
  }

  /** Comes near a place. */
  near(place: XY): void {
    this.#touched = true;
    const box = around([place], 130);
    this.#glide(clamp(fit(this.size, box, this.inset, 0.9), this.size, this.world));
  }

  zoom(at: XY, factor: number): void {
    this.#touched = true;
    this.gliding = false;
    this.camera = clamp(zoomAt(this.camera, at, factor, this.min, CLOSEST), this.size, this.world);
  }

  zoomMiddle(factor: number): void {
    this.zoom({ x: this.size.w / 2, y: this.size.h / 2 }, factor);
    this.gliding = true;
  }

  pan(dx: number, dy: number): void {
    this.#touched = true;
    this.gliding = false;
    this.camera = clamp(pan(this.camera, dx, dy), this.size, this.world);
  }

  pinch(before: [XY, XY], after: [XY, XY]): void {
    this.#touched = true;
    this.gliding = false;
    this.camera = clamp(pinch(this.camera, before, after, this.min), this.size, this.world);
  }

  /** Brings places into view, moving as little as it can; `below` pixels at the foot are taken as well. */
  reveal(places: readonly XY[], margin = 70, below = 0): void {
    if (places.length === 0 || this.size.w === 0) return;
    const inset = { ...this.inset, bottom: this.inset.bottom + below };
    const box = around(places, margin);
    const next = include(this.#legible(box, inset), this.size, box, inset);
    if (next !== this.camera) this.#glide(clamp(next, this.size, this.world));
  }

  /** On a small screen what happens is looked at from near, unless a hand has chosen otherwise. */
  #legible(box: Box, inset: Inset): Camera {
    if (this.#touched || this.camera.k >= READABLE) return this.camera;
    return fit(this.size, box, inset, READABLE + 0.06);
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
