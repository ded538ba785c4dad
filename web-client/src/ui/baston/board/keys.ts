/** What each key does on the board. */
import { ARROWS, viewAct, type Pressed, type ViewAct } from '../../../surface/keys';
import { DIRS } from './geometry';
import type { Dir } from './scene';

export type KeyAct = ViewAct | { act: 'cursor'; dr: number; dc: number } | { act: 'direction'; dir: Dir } | { act: 'coordinates' };

/** The numeric pad as a compass: 8 is north. */
const PAD: Record<string, Dir> = { Numpad8: 1, Numpad9: 2, Numpad6: 3, Numpad3: 4, Numpad2: 5, Numpad1: 6, Numpad4: 7, Numpad7: 8 };

/**
 * Reads a key. `choosing`: wedges are shown, so that digits pick a direction by its number (1 north, then
 * clockwise) and the numeric pad by its place.
 */
export function keyAct(event: Pressed, choosing: boolean): KeyAct | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (choosing) {
    const pad = PAD[event.code];
    if (pad) return { act: 'direction', dir: pad };
    const digit = DIRS.find((dir) => String(dir) === event.key);
    if (digit) return { act: 'direction', dir: digit };
  }
  const moved = viewAct(event);
  if (moved) return moved;
  const arrow = ARROWS[event.key];
  if (arrow) return { act: 'cursor', dr: arrow[0], dc: arrow[1] };
  return event.key === 'g' ? { act: 'coordinates' } : undefined;
}
