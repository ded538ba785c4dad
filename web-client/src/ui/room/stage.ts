/** The area around the board: its margins, and the part of it that a comic panel covers. */
import { MediaQuery } from 'svelte/reactivity';
import { NO_INSET, type Inset, type Size } from '../../surface/camera';
import type { CornerSide } from '../../surface/corner.svelte';

/** The margins of the board, in pixels: no element covers the board permanently, because texts and buttons have bars of their own. */
export const MARGINS: Inset = { top: 8, right: 8, bottom: 8, left: 8 };

/** Whether the board is above the panels. */
export const narrow = new MediaQuery('(max-width: 1023px)');
const landscape = new MediaQuery('(orientation: landscape)');

/** Returns the extent of the comic panel from its side and from the top, in pixels, as in the styles of `comic/Stage.svelte`. */
export function reachOf(): Size {
  if (!narrow.current) return { w: 320, h: 330 };
  return landscape.current ? { w: 190, h: 220 } : { w: 474, h: 120 };
}

/** Returns the inset for the comic panel besides the margins: a side of the board, or its top on narrow screens in portrait format. */
export function aside(staged: boolean, side: CornerSide): Inset {
  if (!staged) return NO_INSET;
  const { w, h } = reachOf();
  return narrow.current && !landscape.current ? { ...NO_INSET, top: h - MARGINS.top } : { ...NO_INSET, [side]: w - MARGINS[side] };
}
