/** Keys of the table. */
import { ARROWS, viewAct, type Pressed, type ViewAct } from '../keys';
import type { Tool } from './tools';

export type KeyAct =
  | ViewAct
  | { act: 'figure'; down: number; right: number }
  /** In u: east and north. */
  | { act: 'cursor'; dx: number; dy: number }
  /** Steps of 15 degrees, clockwise. */
  | { act: 'turn'; steps: number }
  | { act: 'undo' | 'grid' | 'heights' | 'views' | 'measure' };

/** Steps of the cursor in u: a centimetre, and with Alt a millimetre. */
const STEP = 100;
const FINE = 10;

/** Returns the act of a key. With the tool `look`, arrows go through the figures; with Alt, or another tool, they move a cursor. */
export function keyAct(event: Pressed, tool: Tool): KeyAct | undefined {
  if (event.ctrlKey || event.metaKey) return undefined;
  const arrow = ARROWS[event.key];
  if (event.altKey && !arrow) return undefined;
  const moved = viewAct(event);
  if (moved) return moved;
  if (arrow) {
    if (tool === 'look' && !event.altKey) return { act: 'figure', down: arrow[0], right: arrow[1] };
    const step = event.altKey && tool !== 'look' ? FINE : STEP;
    return { act: 'cursor', dx: arrow[1] * step, dy: 0 - arrow[0] * step };
  }
  switch (event.key) {
    case 'r':
      return { act: 'turn', steps: 1 };
    case 'R':
      return { act: 'turn', steps: -1 };
    case 'Backspace':
      return { act: 'undo' };
    case 'g':
    case 'G':
      return { act: 'grid' };
    case 'h':
    case 'H':
      return { act: 'heights' };
    case 'v':
    case 'V':
      return { act: 'views' };
    case 'm':
    case 'M':
      return { act: 'measure' };
    default:
      return undefined;
  }
}
