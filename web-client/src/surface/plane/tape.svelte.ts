/** A tape measure on a board: the first tap sets its start, the second its end; a drag sets both. */
import type { XY } from '../camera';
import type { Drag } from '../gestures';

/** A tape between two ends. */
export interface Laid<E> {
  from: E;
  to: E;
}

export class Tape<E> {
  /** Whether taps and drags measure. */
  measuring = $state(false);
  laid = $state.raw<Laid<E> | undefined>();
  /** Whether its end still follows the pointer. */
  open = $state(false);

  /** Returns the end at a drawn place; for a tap, with the tolerance of a finger. */
  private readonly end: (place: XY, tapped: boolean) => E;
  /** Announces the measure, or the start of an open tape. */
  private readonly say: (laid: Laid<E>, open: boolean) => void;

  constructor(end: (place: XY, tapped: boolean) => E, say: (laid: Laid<E>, open: boolean) => void) {
    this.end = end;
    this.say = say;
  }

  /** Starts or stops measuring, and removes the tape. */
  toggle(): void {
    this.measuring = !this.measuring;
    this.laid = undefined;
    this.open = false;
  }

  /** Handles a tap: the first one sets the start, the second one the end. */
  tap(place: XY): void {
    const end = this.end(place, true);
    this.laid = { from: this.laid && this.open ? this.laid.from : end, to: end };
    this.open = !this.open;
    this.say(this.laid, this.open);
  }

  /** Returns a drag that measures from a place. */
  drag(place: XY, toBoard: (at: XY) => XY): Drag {
    const from = this.end(place, true);
    return {
      move: (to) => {
        this.laid = { from, to: this.end(toBoard(to), false) };
        this.open = false;
      },
      drop: (kept) => {
        if (kept && this.laid) this.say(this.laid, false);
      },
    };
  }

  /** Moves the end of an open tape to a place; returns whether there is one. */
  follow(place: XY): boolean {
    if (!this.measuring || !this.open || !this.laid) return false;
    this.laid = { from: this.laid.from, to: this.end(place, false) };
    return true;
  }
}
