/** Plays one beat at a time over a scene. It has no clock of its own: `tick` moves it, so that tests can. */
import type { DieShow } from './dice';

/** What every beat may bring, whatever is drawn. */
export interface Shown {
  dice?: DieShow;
  /** Words over the whole surface, such as the turn that begins. */
  banner?: string;
}

/** An animator, as far as a surface cares. */
export interface Playing {
  readonly beat: Shown | undefined;
  readonly t: number;
  readonly still: boolean;
  tick: (ms: number) => boolean;
}

/** How far each thing, by its id, is from where the scene puts it, at a share `t` (0 to 1) of a beat. */
export type PosesOf<S, B, P> = (beat: B, before: S, after: S, t: number) => Record<string, P>;

/** `S`: what is drawn; `B`: a beat; `P`: how far something drawn is from where the scene puts it. */
export class Animator<S, B extends Shown, P> {
  /** The scene as it stands once the beat is over; poses say how far things still are from it. */
  scene = $state.raw() as S;
  /** The beat being played. */
  beat = $state.raw<B | undefined>();
  /** Share of the beat that is over, 0 to 1. */
  t = $state(0);
  poses = $state.raw<Record<string, P>>({});
  /** Plain changes only: nothing glides, but dice and words stay as long. */
  still = $state(false);

  #before: S;
  #length = 0;

  readonly #posesOf: PosesOf<S, B, P>;

  constructor(scene: S, posesOf: PosesOf<S, B, P>) {
    this.#posesOf = posesOf;
    this.scene = scene;
    this.#before = scene;
  }

  /** Puts a scene on the board at once; a beat being played ends. */
  show(scene: S): void {
    this.scene = scene;
    this.#end();
  }

  /** Goes from the scene of now to another one in so many milliseconds; a beat being played ends first. */
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

  /** Lets some time pass, in milliseconds. Returns whether the beat goes on. */
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
