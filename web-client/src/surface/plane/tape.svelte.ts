/** A tape measure on a board: one tap lays its start, the next its end; a drag lays both. */
import type { XY } from '../camera';
import type { Drag } from '../gestures';

/** A tape that is laid, from one thing to another. */
export interface Laid<E> {
  from: E;
  to: E;
}

export class Tape<E> {
  /** It is in hand. */
  measuring = $state(false);
  laid = $state.raw<Laid<E> | undefined>();
  /** It still follows the hand. */
  open = $state(false);

  /** What lies at a drawn place; a finger that taps may be a little off. */
  private readonly end: (place: XY, tapped: boolean) => E;
  /** Reads out what was measured, or where it begins. */
  private readonly say: (laid: Laid<E>, open: boolean) => void;

  constructor(end: (place: XY, tapped: boolean) => E, say: (laid: Laid<E>, open: boolean) => void) {
    this.end = end;
    this.say = say;
  }

  /** Takes it in hand, or puts it away. */
  toggle(): void {
    this.measuring = !this.measuring;
    this.laid = undefined;
    this.open = false;
  }

  /** First tap: its start; second tap: its end. */
  tap(place: XY): void {
    const end = this.end(place, true);
    this.laid = { from: this.laid && this.open ? this.laid.from : end, to: end };
    this.open = !this.open;
    this.say(this.laid, this.open);
  }

  /** Laid by a drag from one place to another. */
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

  /** The hand is here now; whether the tape follows it. */
  follow(place: XY): boolean {
    if (!this.measuring || !this.open || !this.laid) return false;
    this.laid = { from: this.laid.from, to: this.end(place, false) };
    return true;
  }
}
