/** The room that a panel of the comic takes over a corner of the board. */
import type { Inset } from '../../surface/camera';

/** Pixels beside the panel on a wide screen, beside it on a low one, and below it on a narrow one. */
const WIDE = 320;
const LOW = 190;
const NARROW = 146;

/** What is taken at the top and at the left, with the panel or without it. */
export function aside(staged: boolean, narrow: boolean): Pick<Inset, 'top' | 'right' | 'left'> {
  if (!narrow) return { top: 8, right: 8, left: staged ? WIDE : 8 };
  const low = innerWidth > innerHeight;
  return { top: staged && !low ? NARROW : 8, right: 8, left: staged && low ? LOW : 8 };
}
