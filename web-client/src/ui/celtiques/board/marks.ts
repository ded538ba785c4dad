/** Where panels and board meet: a panel lays marks and says what a tap means; the board draws the marks and reports taps. */
import type { Hex } from '../../../protocol';
import type { Who } from '../../../protocol/celtiques';

/** What is laid over the map while somebody decides. */
export interface Marks {
  /** Hexagons that can be come to now. */
  readonly reach?: readonly Hex[];
  /** Hexagons that may be chosen, such as those where one begins. */
  readonly zone?: readonly Hex[];
  /** The goal of a march, and the way of this segment. */
  readonly goal?: Hex | null;
  readonly path?: readonly Hex[];
  /** Where fighters of ours are to begin. */
  readonly ghosts?: readonly (readonly [Who, Hex])[];
  /** Fighters that may be tapped, and the one that is chosen. */
  readonly targets?: readonly Who[];
  readonly target?: Who | null;
  /** The fighter spoken of. */
  readonly selected?: Who | null;
  /** A tap; returns whether it meant something. */
  readonly pick?: (tap: Tap) => boolean;
}

/** A tap on the map: the hexagon, with whoever stands there. */
export interface Tap {
  readonly at: Hex;
  readonly who?: Who;
}
