/** Plays beats one after the other. It has no clock of its own: `tick` moves it, so that tests can. */
import { posesOf, type Beat, type Poses } from './beats';
import type { BoardScene } from './scene';

interface Cue {
  beat: Beat;
  /** Ends a batch: resolves its promise. */
  done?: () => void;
}

/** What is on the board now, and what is about to happen on it. */
export class Player {
  /** The scene as drawn; poses are added to it. */
  scene = $state.raw<BoardScene>() as BoardScene;
  /** The beat being played. */
  beat = $state.raw<Beat | undefined>();
  /** Share of the beat that is over, 0 to 1. */
  t = $state(0);
  poses = $state.raw<Poses>({});
  paused = $state(false);
  /** 1 is normal; 2 is twice as fast. */
  speed = $state(1);
  /** Plain changes only: nothing glides, but dice and words stay as long. */
  still = $state(false);
  /** Beats that wait. */
  waiting = $state(0);

  #before: BoardScene;
  #queue: Cue[] = [];
  #once = false;
  #listeners = new Set<(beat: Beat) => void>();

  constructor(scene: BoardScene) {
    this.scene = scene;
    this.#before = scene;
  }

  /** Whether anything is being played or waits. */
  get busy(): boolean {
    return this.beat !== undefined || this.waiting > 0;
  }

  /** Puts another scene on the board at once; beats that wait are dropped. */
  show(scene: BoardScene): void {
    this.#finishAll();
    this.scene = scene;
  }

  /**
   * Queues beats. `end` is the scene that must stand when they are over, whatever the beats could not say.
   * The promise is kept when they are over, played or skipped.
   */
  play(beats: readonly Beat[], end?: BoardScene): Promise<void> {
    const cues: Cue[] = beats.map((beat) => ({ beat }));
    if (end) cues.push({ beat: { kind: 'change', ms: 0, apply: () => end } });
    const last = cues[cues.length - 1];
    if (!last) return Promise.resolve();
    const promise = new Promise<void>((done) => {
      last.done = done;
    });
    this.#queue.push(...cues);
    this.waiting = this.#queue.length;
    return promise;
  }

  /** Tells when a beat starts. Returns what undoes it. */
  onbeat(listener: (beat: Beat) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pause(): void {
    this.paused = true;
    this.#once = false;
  }

  resume(): void {
    this.paused = false;
    this.#once = false;
  }

  /** While paused: plays one beat and stops again. */
  step(): void {
    this.paused = true;
    this.#once = true;
  }

  /** Goes to the end of all that waits. */
  skip(): void {
    this.#finishAll();
  }

  /** Lets some time pass, in milliseconds. Returns whether there is more to play. */
  tick(ms: number): boolean {
    if (this.paused && !this.#once) return this.busy;
    let left = ms * this.speed;
    while (this.#current || this.#next()) {
      const beat = this.#current?.beat;
      if (!beat) break;
      const need = beat.ms * (1 - this.t);
      if (left < need) {
        this.t += left / beat.ms;
        this.poses = this.still ? {} : posesOf(beat, this.#before, this.scene, this.t);
        break;
      }
      left -= need;
      this.#end();
      if (this.#once && beat.ms > 0) {
        this.#once = false;
        break;
      }
    }
    return this.busy;
  }

  #current: Cue | undefined;

  #next(): boolean {
    const cue = this.#queue.shift();
    this.waiting = this.#queue.length;
    if (!cue) return false;
    this.#current = cue;
    this.#before = this.scene;
    if (cue.beat.apply) this.scene = cue.beat.apply(this.scene);
    this.t = 0;
    this.poses = this.still ? {} : posesOf(cue.beat, this.#before, this.scene, 0);
    this.beat = cue.beat.ms > 0 ? cue.beat : undefined;
    for (const listener of this.#listeners) listener(cue.beat);
    return true;
  }

  #end(): void {
    const cue = this.#current;
    this.#current = undefined;
    this.beat = undefined;
    this.t = 0;
    this.poses = {};
    cue?.done?.();
  }

  #finishAll(): void {
    if (this.#current) this.#end();
    while (this.#next()) this.#end();
  }
}
