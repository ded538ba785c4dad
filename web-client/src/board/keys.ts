/** What each key does on the board. */
import { DIRS } from './geometry';
import type { Dir } from './scene';

export type KeyAct =
  | { act: 'zoom'; factor: number }
  | { act: 'fit' }
  | { act: 'pan'; dx: number; dy: number }
  | { act: 'cursor'; dr: number; dc: number }
  | { act: 'pick' }
  | { act: 'direction'; dir: Dir }
  | { act: 'coordinates' }
  | { act: 'leave' };

const ARROWS: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** The numeric pad as a compass: 8 is north. */
const PAD: Record<string, Dir> = { Numpad8: 1, Numpad9: 2, Numpad6: 3, Numpad3: 4, Numpad2: 5, Numpad1: 6, Numpad4: 7, Numpad7: 8 };

/**
 * Reads a key. `choosing`: wedges are shown, so that digits pick a direction by its number (1 north, then
 * clockwise) and the numeric pad by its place.
 */
export function keyAct(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>, choosing: boolean): KeyAct | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (choosing) {
    const pad = PAD[event.code];
    if (pad) return { act: 'direction', dir: pad };
    const digit = DIRS.find((dir) => String(dir) === event.key);
    if (digit) return { act: 'direction', dir: digit };
  }
  const arrow = ARROWS[event.key];
  if (arrow) return event.shiftKey ? { act: 'pan', dx: -arrow[1] * 90, dy: -arrow[0] * 90 } : { act: 'cursor', dr: arrow[0], dc: arrow[1] };
  switch (event.key) {
    case '+':
    case '=':
      return { act: 'zoom', factor: 1.25 };
    case '-':
      return { act: 'zoom', factor: 0.8 };
    case '0':
      return { act: 'fit' };
    case 'g':
      return { act: 'coordinates' };
    case 'Enter':
    case ' ':
      return { act: 'pick' };
    case 'Escape':
      return { act: 'leave' };
    default:
      return undefined;
  }
}
