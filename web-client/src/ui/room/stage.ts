/** The room around the board: its margins, and what a panel of the comic takes over a corner of it. */
import { MediaQuery } from 'svelte/reactivity';
import { NO_INSET, type Inset, type Size } from '../../surface/camera';
import type { CornerSide } from '../../surface/corner.svelte';

/** Nothing else lies over the board for good: what is said of it and what leads through it have bars of their own. */
export const MARGINS: Inset = { top: 8, right: 8, bottom: 8, left: 8 };

/** Whether board and panels stand one above the other. */
export const narrow = new MediaQuery('(max-width: 1023px)');
const landscape = new MediaQuery('(orientation: landscape)');

/** How far the panel reaches from the top and from its side, in pixels, by the styles of `comic/Stage.svelte`. */
export function reachOf(): Size {
  if (!narrow.current) return { w: 320, h: 330 };
  return landscape.current ? { w: 190, h: 220 } : { w: 474, h: 120 };
}

/** What the panel takes besides the margins while it is there: a side of the board, or its head where the board is narrow and high. */
export function aside(staged: boolean, side: CornerSide): Inset {
  if (!staged) return NO_INSET;
  const { w, h } = reachOf();
  return narrow.current && !landscape.current ? { ...NO_INSET, top: h - MARGINS.top } : { ...NO_INSET, [side]: w - MARGINS[side] };
}
