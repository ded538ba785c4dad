/** Plays one beat at a time over a scene. It has no clock of its own: `tick` moves it, so that tests can. */
import { posesOf, type Beat, type Poses } from './beats';
import type { BoardScene } from './scene';

export class Stage {
  /** The scene as it stands once the beat is over; poses say how far things still are from it. */
  scene = $state.raw() as BoardScene;
  /** The beat being played. */
  beat = $state.raw<Beat | undefined>();
  /** Share of the beat that is over, 0 to 1. */
  t = $state(0);
  poses = $state.raw<Poses>({});
  /** Plain changes only: nothing glides, but dice and words stay as long. */
  still = $state(false);

  #before: BoardScene;
  #length = 0;

  constructor(scene: BoardScene) {
    this.scene = scene;
    this.#before = scene;
  }

  /** Puts a scene on the board at once; a beat being played ends. */
  show(scene: BoardScene): void {
    this.scene = scene;
    this.#end();
  }

  /** Goes from the scene of now to another one in so many milliseconds; a beat being played ends first. */
  play(scene: BoardScene, beat: Beat, length: number): void {
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
    this.poses = this.beat && !this.still ? posesOf(this.beat, this.#before, this.scene, this.t) : {};
  }

  #end(): void {
    this.beat = undefined;
    this.t = 0;
    this.poses = {};
  }
}
