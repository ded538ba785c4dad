/** The interface of panels and board: a panel lays marks and handles taps; the board draws the marks and reports taps. */
import type { Hex } from '../../../protocol';
import type { Who } from '../../../protocol/celtiques';

/** The marks that a panel lays over the map during a decision. */
export interface Marks {
  /** Hexagons that can be reached now. */
  readonly reach?: readonly Hex[];
  /** Hexagons that may be chosen, such as the starting ones. */
  readonly zone?: readonly Hex[];
  /** The goal of a march, and its path in this segment. */
  readonly goal?: Hex | null;
  readonly path?: readonly Hex[];
  /** The player's fighters, each with its starting hexagon. */
  readonly ghosts?: readonly (readonly [Who, Hex])[];
  /** Fighters that may be tapped, and the one that is chosen. */
  readonly targets?: readonly Who[];
  readonly target?: Who | null;
  /** The fighter that the panel is about. */
  readonly selected?: Who | null;
  /** Handles a tap; returns whether it was used. */
  readonly pick?: (tap: Tap) => boolean;
}

/** A tap on the map: the hexagon, and the fighter in it. */
export interface Tap {
  readonly at: Hex;
  readonly who?: Who;
}
