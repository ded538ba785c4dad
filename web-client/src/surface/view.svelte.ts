/**
 * The camera of one surface on screen. Its position follows from the state of the page ({@link Wanted}) by one law, in this order:
 *
 * 1. a movement by hand wins until the next question;
 * 2. a surface that fits readably has one frame, independent of panels and playback;
 * 3. otherwise playback moves the frame as far as needed, and ends with the frame before it, moved by the least that brings the subject
 *    of the question into sight, or without a question the nearest figures if none is in sight;
 * 4. no automatic frame goes below the readable zoom: figures out of sight are counted at the edge ({@link SurfaceView.beyond});
 * 5. a surface smaller than the free area is centred, a larger one leaves no empty band, and the zoom stays within its bounds.
 */
import { beyond, type Beyond } from './beyond';
import {
  CLOSEST,
  NO_INSET,
  around,
  centred,
  clamp,
  fit,
  freeOf,
  pan,
  pinch,
  stacked,
  toBoard,
  toScreen,
  zoomAt,
  type Box,
  type Camera,
  type Inset,
  type Size,
  type XY,
} from './camera';
import { approach, bring, byDistance, byWidth, firstFrame, type ByWidth, type Standing } from './framing';

/** The size of a surface, and the bounds of its zoom. */
export interface Extent {
  /** The box that the camera may show. */
  world: Box;
  /** The box that an overview shows. */
  whole: Box;
  /** The zoom below which figures are too small to read. */
  readable: ByWidth;
  /** The nearest zoom of the first frame, for figures that stand close together. */
  close: ByWidth;
  /** The nearest zoom, in pixels per unit. */
  closest?: number;
  /** Room around a place that the camera comes near to, in units. */
  near: number;
}

/** Places that are to be in sight, the most important first, with a margin in units around them. */
export interface Look {
  readonly places: readonly XY[];
  readonly margin: number;
  /** Additional room at the foot, in pixels. */
  readonly below?: number;
  /** Additional room at the head for words over the places, in pixels. */
  readonly above?: number;
}

/** Room at the head and the foot that a look takes in addition to its margin. */
type Room = Pick<Look, 'above' | 'below'>;

/** The subject of a question. */
export interface Subject extends Look {
  /** Identifies the subject: another key is another question. */
  readonly key: string;
  /** The least zoom while the question is open, where there is little room. */
  readonly zoom?: number;
  /** Whether the question is about the whole surface. */
  readonly whole?: boolean;
}

/** The state of the page that the camera depends on. */
export interface Wanted {
  readonly size: Size;
  /** Permanent margins on each side, in pixels. */
  readonly inset: Inset;
  /** Additional room of a panel while it is shown, in pixels. */
  readonly panel: Inset;
  /** The figures on the surface; the first one is in the first frame. */
  readonly people: readonly Standing[];
  /** The side of the viewer; `null` for a spectator. */
  readonly mine: number | null;
  /** The question to the viewer: another value is another question, `null` is none. */
  readonly question: string | null;
  /** Whether a playback is running. */
  readonly telling: boolean;
  /** The places of the current beat. */
  readonly told: Look | null;
  readonly subject: Subject | null;
}

/** The state of a page that shows nothing yet. */
export const NOTHING: Wanted = {
  size: { w: 0, h: 0 },
  inset: NO_INSET,
  panel: NO_INSET,
  people: [],
  mine: null,
  question: null,
  telling: false,
  told: null,
  subject: null,
};

/** A frame, independent of the size of the view: the place in the middle of what is free, and the zoom. */
interface Aim {
  readonly at: XY;
  readonly k: number;
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
/** The least room that a panel has to leave free, in pixels; one that leaves less is ignored. */
const LEAST = 90;
/** The largest factor by which a glide changes the zoom. A larger change is a cut: marks would have a wrong size on the way. */
const SMOOTH = 1.25;

export class SurfaceView {
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 0.5 });
  /** Whether the last change of the camera is shown as a glide. */
  gliding = $state(false);
  /** Whether a drag is moving the camera. */
  held = $state(false);
  #wanted = $state.raw<Wanted>(NOTHING);
  #size = $state.raw<Size>(NOTHING.size);
  #extent = $state.raw() as Extent;
  /** The frame that was chosen by hand, until the next question. */
  #hand: Aim | null = null;
  /** The frame that the camera returns to after a playback. */
  #rest: Aim | null = null;
  /** The frame during a playback. */
  #followed: Aim | null = null;
  /** Whether a playback or a movement by hand has followed the first frame. */
  #opened = false;
  /** The largest number of figures so far; more of them have another first frame. */
  #crowd = 0;
  /** The question that released the camera last, and whether a playback has run since. */
  #question: string | null = null;
  #told = false;

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  get size(): Size {
    return this.#size;
  }

  /** The permanent margins. */
  get inset(): Inset {
    return this.#wanted.inset;
  }

  /** The box that the camera may show. */
  get world(): Box {
    return this.#extent.world;
  }

  /** The box that an overview shows. */
  get whole(): Box {
    return this.#extent.whole;
  }

  get readable(): number {
    return byWidth(this.#extent.readable, this.size);
  }

  /** The bounds of the zoom: that of the whole surface, and the nearest one. */
  get bounds(): { min: number; max: number } {
    const max = this.#extent.closest ?? CLOSEST;
    return { min: fit(this.size, this.whole, this.inset, max).k, max };
  }

  /** Whether the whole surface can be read at once. */
  get fits(): boolean {
    return this.bounds.min >= this.readable;
  }

  /** The part of the surface that is visible and not under a panel, in surface units. */
  get sight(): Box {
    const { k } = this.camera;
    const free = freeOf(this.size, this.#covered());
    return { ...this.toBoard(free), w: free.w / k, h: free.h / k };
  }

  /** The figures out of sight. */
  get beyond(): Beyond[] {
    return this.size.w === 0 ? [] : beyond(this.#wanted.people, this.camera, freeOf(this.size, this.inset), this.#wanted.mine);
  }

  /** Units per pixel, at least 1: marks grow by it to stay readable. */
  get unit(): number {
    return Math.max(1, 1 / this.camera.k);
  }

  /** The factor by which badges grow at a small zoom, from 1 to 1.7. */
  get zoomed(): number {
    return Math.min(1.7, Math.max(1, 0.7 / this.camera.k));
  }

  /** Whether the whole surface is in sight. */
  get far(): boolean {
    return this.camera.k <= this.bounds.min * 1.02;
  }

  changeExtent(extent: Extent): void {
    if (JSON.stringify(extent) === JSON.stringify(this.#extent)) return;
    this.#extent = extent;
    [this.#hand, this.#rest, this.#followed, this.#opened, this.#crowd] = [null, null, null, false, 0];
    this.update(this.#wanted);
  }

  /** Takes the state of the page, and moves the camera as the law requires. */
  update(wanted: Wanted): void {
    const old = this.#wanted;
    this.#wanted = wanted;
    const { size, inset } = wanted;
    if (size.w === 0 || size.h === 0) return;
    const [wider, higher] = [old.size.w !== size.w, old.size.h !== size.h];
    if (wider || higher) this.#size = size;
    const sized = wider || higher || SIDES.some((side) => old.inset[side] !== inset[side]);
    const telling = wanted.telling || wanted.told !== null;
    this.#heed(wanted, telling);
    if (telling) this.#opened = true;
    // Another width or more figures call for a new first frame; another height does not, because panels beside the surface change it.
    const grown = wanted.people.length > this.#crowd;
    if (this.#rest === null || !this.#opened || wider || grown) [this.#rest, this.#followed] = [this.#aimOf(this.#first()), null];
    if (grown) this.#crowd = wanted.people.length;
    this.#follow(wanted, telling);
    this.#go(this.#frame(wanted), !sized);
  }

  /** Releases the camera from the hand for a new question. The same question after a playback is a new one. */
  #heed({ question, subject }: Wanted, telling: boolean): void {
    if (telling) this.#told = true;
    else if (question === null && subject === null) this.#question = null;
    else {
      const asked = `${question ?? ''} ${subject?.key ?? ''}`;
      if (asked === this.#question && !this.#told) return;
      [this.#question, this.#told] = [asked, false];
      if (this.#hand && !this.fits) this.#rest = this.#hand;
      this.#hand = null;
    }
  }

  /** Moves the frame of a playback to its beat, or else the frame at rest to the subject. */
  #follow({ told, subject }: Wanted, telling: boolean): void {
    if (telling) {
      // A playback that follows a close view of a subject begins with that view.
      const from = this.#followed ?? (this.#hand === null && this.camera.k > (this.#rest?.k ?? Infinity) ? this.#aimOf(this.camera) : this.#rest);
      if (from) this.#followed = told ? this.#moved(from, told, this.#covered(told)) : from;
      return;
    }
    this.#followed = null;
    if (!this.#rest || this.#hand !== null || subject?.whole) return;
    const look = subject ? this.#withFoe(subject) : this.#nearest(this.#rest);
    if (look) this.#rest = this.#moved(this.#rest, look, this.#always(subject ?? undefined));
  }

  /** Returns the figures nearest to a frame that shows none, or `null` where it shows one. */
  #nearest(frame: Aim): Look | null {
    const { people, mine } = this.#wanted;
    const hidden = beyond(people, this.#cameraOf(frame), freeOf(this.size, this.inset), mine).flatMap(({ places }) => places);
    return hidden.length > 0 && hidden.length === people.length ? { places: byDistance(people, frame.at), margin: this.#extent.near / 2 } : null;
  }

  /** Returns the camera that the law asks for. */
  #frame({ subject }: Wanted): Camera {
    if (this.#hand) return this.#cameraOf(this.#hand, this.world);
    if (this.#followed === null && subject?.whole) return this.#overview(subject);
    if (this.fits || !this.#rest) return this.#overview();
    const rest = this.#cameraOf(this.#followed ?? this.#rest);
    if (this.#followed || !subject?.zoom || subject.places.length === 0) return rest;
    const inset = this.#always(subject);
    return this.#kept(approach(rest, this.size, inset, subject.places, subject.margin, subject.zoom));
  }

  #overview(room?: Room): Camera {
    return fit(this.size, this.whole, this.#always(room), this.bounds.max);
  }

  #first(): Camera {
    const { people, subject } = this.#wanted;
    const { near, close } = this.#extent;
    const frames = { whole: this.whole, readable: this.readable, close: byWidth(close, this.size), near };
    const named = subject?.places[0];
    const [nearest] = named ? byDistance(people, named) : [];
    const sorted = nearest ? [nearest, ...people.filter((one) => one !== nearest)] : people;
    return firstFrame(sorted, this.size, this.inset, frames);
  }

  /** Adds the nearest opponent to a subject that names only the actor. */
  #withFoe(subject: Subject): Look {
    const [first, second] = subject.places;
    const { people, mine } = this.#wanted;
    if (!first || second || mine === null) return subject;
    const foe = byDistance(people, first).find(({ side }) => side !== mine);
    return foe ? { ...subject, places: [first, foe] } : subject;
  }

  /** Returns a frame, moved by the least that brings places into sight. */
  #moved(from: Aim, { places, margin }: Look, inset: Inset): Aim {
    const before = this.#cameraOf(from);
    const after = bring(before, this.size, inset, places, margin, this.readable);
    return after === before ? from : this.#aimOf(this.#kept(after));
  }

  /** Returns the permanent inset, with more room at the head and the foot. */
  #always({ above = 0, below = 0 }: Room = {}): Inset {
    const { top, bottom } = this.inset;
    return { ...this.inset, top: top + above, bottom: bottom + below };
  }

  /** Returns the inset with the current panel, unless that leaves too little free. */
  #covered(room?: Room): Inset {
    const inset = stacked(this.#always(room), this.#wanted.panel);
    const { w, h } = freeOf(this.size, inset);
    return w < LEAST || h < LEAST ? this.#always() : inset;
  }

  /** Shows the whole surface. */
  all(): void {
    if (this.fits) {
      this.#hand = null;
      this.#go(this.#frame(this.#wanted), true);
    } else this.#take(this.#overview(), true);
  }

  /** Moves the camera near a place. */
  near(place: XY): void {
    this.#take(fit(this.size, around([place], this.#extent.near), this.inset, this.readable * 2), true);
  }

  /** Brings as many of the places into sight as can be read together, by the least movement; counts as a movement by hand. */
  seek(places: readonly XY[], margin: number): void {
    if (this.size.w === 0) return;
    const next = bring(this.camera, this.size, this.inset, places, margin, this.readable);
    if (next !== this.camera) this.#take(next, true);
  }

  zoom(at: XY, factor: number, glides = false): void {
    const { min, max } = this.bounds;
    this.#take(zoomAt(this.camera, at, factor, min, max), glides);
  }

  zoomMiddle(factor: number): void {
    const free = freeOf(this.size, this.inset);
    this.zoom({ x: free.x + free.w / 2, y: free.y + free.h / 2 }, factor, true);
  }

  pan(dx: number, dy: number): void {
    this.#take(pan(this.camera, dx, dy), false);
  }

  pinch(before: [XY, XY], after: [XY, XY]): void {
    const { min, max } = this.bounds;
    this.#take(pinch(this.camera, before, after, min, max), false);
  }

  toBoard(at: XY): XY {
    return toBoard(this.camera, at);
  }

  toScreen(at: XY): XY {
    return toScreen(this.camera, at);
  }

  /** Takes a camera chosen by hand. */
  #take(camera: Camera, glides: boolean): void {
    if (this.size.w === 0) return;
    this.#opened = true;
    this.#hand = this.#aimOf(this.#kept(camera, this.world));
    this.#go(this.#cameraOf(this.#hand, this.world), glides);
  }

  #aimOf(camera: Camera): Aim {
    const free = freeOf(this.size, this.inset);
    return { at: toBoard(camera, { x: free.x + free.w / 2, y: free.y + free.h / 2 }), k: camera.k };
  }

  #cameraOf({ at, k }: Aim, within: Box = this.whole): Camera {
    return this.#kept(centred(this.size, { ...at, w: 0, h: 0 }, k, this.inset), within);
  }

  /** Returns a camera within the bounds of the zoom, without an empty band. */
  #kept(camera: Camera, within: Box = this.whole): Camera {
    const { min, max } = this.bounds;
    const free = freeOf(this.size, this.inset);
    const k = Math.min(max, Math.max(min, camera.k));
    const bounded = k === camera.k ? camera : zoomAt(camera, { x: free.x + free.w / 2, y: free.y + free.h / 2 }, k / camera.k, min, max);
    return clamp(bounded, this.size, within, this.inset);
  }

  #go(next: Camera, glides: boolean): void {
    const { x, y, k } = this.camera;
    if (Math.abs(next.x - x) < 1e-6 && Math.abs(next.y - y) < 1e-6 && Math.abs(next.k - k) < 1e-9) return;
    const ratio = Math.max(next.k / k, k / next.k);
    this.gliding = glides && ratio <= SMOOTH;
    this.camera = next;
  }
}
