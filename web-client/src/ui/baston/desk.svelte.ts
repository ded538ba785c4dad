/**
 * Where panels and board meet. A panel lays marks and says what a tap means; the board draws the marks and reports
 * taps. Neither knows the other, and only one panel speaks at a time.
 */
import type { Dir, Point } from '../../protocol';
import type { Who } from '../../protocol/baston';

/** A planned path: where a character would stand after each sequence. */
export interface Trail {
  readonly who: Who;
  readonly from: Point;
  readonly steps: readonly { readonly at: Point; readonly sequence: number; readonly facing: Dir }[];
}

/** What is laid over the board while somebody decides. */
export interface Marks {
  /** Points that may be tapped. */
  readonly points?: readonly Point[];
  /** The one that is chosen, or the default. */
  readonly chosen?: Point | null;
  readonly trails?: readonly Trail[];
  /** Characters that may be tapped. */
  readonly targets?: readonly Who[];
  /** The character spoken of. */
  readonly selected?: Who | null;
  /** Directions around a point that may be tapped. */
  readonly wedges?: { readonly at: Point; readonly dirs: readonly Dir[]; readonly chosen: Dir | null };
  /** Points that something thrown flies over. */
  readonly flight?: readonly Point[];
}

/** A tap on the board. A tap on a wedge is a direction; otherwise the point, with who stands there. */
export interface Tap {
  readonly dir?: Dir;
  readonly at?: Point;
  readonly who?: Who;
}

export class Desk {
  /** What the board draws now. */
  marks = $state.raw<Marks>({});
  private taker: ((tap: Tap) => boolean) | null = null;

  /** Lays marks and takes the taps until the returned function is called. `take` says whether the tap meant something. */
  lay(marks: Marks, take: (tap: Tap) => boolean): () => void {
    this.marks = marks;
    this.taker = take;
    return () => {
      if (this.taker !== take) return;
      this.taker = null;
      this.marks = {};
    };
  }

  /** A tap on the board. Returns whether a panel wanted it. */
  tap(tap: Tap): boolean {
    return this.taker?.(tap) ?? false;
  }
}

const STEPS: readonly Point[] = [
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
];

/** The point so many steps away in a direction, 1 north, clockwise. */
export function stepFrom([row, col]: Point, dir: Dir, steps = 1): Point {
  const [dr, dc] = STEPS[dir - 1] ?? [0, 0];
  return [row + dr * steps, col + dc * steps];
}

export const samePoint = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];

/** The direction from a point to one of its eight neighbours, or `null`. */
export function towards(from: Point, to: Point): Dir | null {
  const index = STEPS.findIndex(([dr, dc]) => to[0] - from[0] === dr && to[1] - from[1] === dc);
  return index < 0 ? null : index + 1;
}
