/** Animation of a scene, one beat at a time. An animator has no clock of its own: `tick` advances it, so that tests control the time. */
import type { DieShow } from './dice';

/** The properties that a beat may have on any surface. */
export interface Shown {
  dice?: DieShow;
  /** Text over the whole surface, such as the turn that begins. */
  banner?: string;
}

/** The part of an animator that a surface uses. */
export interface Playing {
  readonly beat: Shown | undefined;
  readonly t: number;
  readonly still: boolean;
  tick: (ms: number) => boolean;
}

/** Returns the offset of each drawn item, by its id, from its place in the scene at a share `t` (0 to 1) of a beat. */
export type PosesOf<S, B, P> = (beat: B, before: S, after: S, t: number) => Record<string, P>;

/** Animator of scenes `S` by beats `B`; `P` is the offset of a drawn item from its place in the scene. */
export class Animator<S, B extends Shown, P> {
  /** The scene after the beat; `poses` are the current offsets from it. */
  scene = $state.raw() as S;
  /** The beat that is played, if any. */
  beat = $state.raw<B | undefined>();
  /** Share of the beat that is over, 0 to 1. */
  t = $state(0);
  poses = $state.raw<Record<string, P>>({});
  /** Whether motion is off: `poses` stays empty, but dice and banners are shown for the same time. */
  still = $state(false);

  #before: S;
  #length = 0;

  readonly #posesOf: PosesOf<S, B, P>;

  constructor(scene: S, posesOf: PosesOf<S, B, P>) {
    this.#posesOf = posesOf;
    this.scene = scene;
    this.#before = scene;
  }

  /** Shows a scene at once; a beat that is being played ends. */
  show(scene: S): void {
    this.scene = scene;
    this.#end();
  }

  /** Plays a beat from the current scene to another one in `length` milliseconds; a beat that is being played ends first. */
  play(scene: S, beat: B, length: number): void {
    this.#end();
    this.#before = this.scene;
    this.scene = scene;
    if (length <= 0) return;
    this.#length = length;
    this.t = 0;
    this.beat = beat;
    this.#pose();
  }

  /** Advances the beat by some milliseconds. Returns whether it goes on. */
  tick(ms: number): boolean {
    if (!this.beat) return false;
    const t = this.t + ms / this.#length;
    if (t >= 1) {
      this.#end();
      return false;
    }
    this.t = t;
    this.#pose();
    return true;
  }

  #pose(): void {
    this.poses = this.beat && !this.still ? this.#posesOf(this.beat, this.#before, this.scene, this.t) : {};
  }

  #end(): void {
    this.beat = undefined;
    this.t = 0;
    this.poses = {};
  }
}
