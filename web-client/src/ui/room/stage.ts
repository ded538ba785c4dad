/** The room around the board: its margins, and what a panel of the comic takes over a corner of it. */
import { NO_INSET, type Inset, type Size } from '../../surface/camera';
import type { CornerSide } from '../../surface/corner.svelte';

/** Nothing else lies over the board for good: what is said of it and what leads through it have bars of their own. */
export const MARGINS: Inset = { top: 8, right: 8, bottom: 8, left: 8 };

/** Pixels beside the panel on a wide screen, beside it on a low one, and below it on a narrow one. */
const WIDE = 312;
const LOW = 182;
const NARROW = 138;

/** How far the panel reaches from the top and from its side, in pixels. */
export const reachOf = (narrow: boolean): Size => (narrow ? { w: 190, h: 150 } : { w: 320, h: 330 });

/** What the panel takes while it is there. */
export function aside(staged: boolean, narrow: boolean, side: CornerSide): Inset {
  if (!staged) return NO_INSET;
  if (!narrow) return { ...NO_INSET, [side]: WIDE };
  return innerWidth > innerHeight ? { ...NO_INSET, [side]: LOW } : { ...NO_INSET, top: NARROW };
}
