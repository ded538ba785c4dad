/** The corner of a surface that a panel of the page covers: the page provides it, the surface chooses the side where it hides least. */
import { getContext, setContext } from 'svelte';
import type { Size, XY } from './camera';

export type CornerSide = 'left' | 'right';

export class Corner {
  side = $state<CornerSide>('left');
  private readonly reachOf: () => Size;

  constructor(reachOf: () => Size) {
    this.reachOf = reachOf;
  }

  /** The reach of the panel from the top and from its side, in pixels. */
  get reach(): Size {
    return this.reachOf();
  }
}

const KEY = Symbol('corner');

/** Provides a corner with a panel of a given reach to the surface below. Called during the initialisation of a component. */
export function offerCorner(reachOf: () => Size): Corner {
  const corner = new Corner(reachOf);
  setContext(KEY, corner);
  return corner;
}

export const findCorner = (): Corner | undefined => getContext<Corner | undefined>(KEY);

/** Returns the side on which a panel hides the fewest places on screen; the current side, unless the other one hides fewer. */
export function clearSide(places: readonly XY[], view: Size, reach: Size, now: CornerSide): CornerSide {
  const hides = (side: CornerSide) => places.filter(({ x, y }) => y < reach.h && (side === 'left' ? x < reach.w : x > view.w - reach.w)).length;
  const other = now === 'left' ? 'right' : 'left';
  return hides(other) < hides(now) ? other : now;
}
