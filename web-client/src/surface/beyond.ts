/** Figures out of sight, grouped by the edge behind which they stand. */
import type { Box, Camera, XY } from './camera';
import { toScreen } from './camera';
import type { Standing } from './framing';

export type Edge = 'top' | 'right' | 'bottom' | 'left';

/** The relation of figures to the viewer: on its side, against it, or neither, where the viewer is a spectator. */
export type Camp = 'friend' | 'foe' | 'other';

/** Figures of one camp that stand behind one edge of the visible part. */
export interface Beyond {
  readonly edge: Edge;
  readonly camp: Camp;
  /** The position of the arrow on screen. */
  readonly at: XY;
  /** The positions of the figures on the surface. */
  readonly places: readonly XY[];
}

const CAMPS: readonly Camp[] = ['friend', 'foe', 'other'];
const EDGES: readonly Edge[] = ['top', 'right', 'bottom', 'left'];
/** Half the size of an arrow, and the least distance of two of them, in pixels. */
const HALF = 22;
const APART = 48;

export const campOf = (side: number, mine: number | null): Camp => (mine === null ? 'other' : side === mine ? 'friend' : 'foe');

const inside = ({ x, y }: XY, free: Box): boolean => x >= free.x && x <= free.x + free.w && y >= free.y && y <= free.y + free.h;

/** Returns the edge behind which a place on screen lies. */
function edgeOf({ x, y }: XY, free: Box): Edge {
  const dx = (x - free.x - free.w / 2) / free.w;
  const dy = (y - free.y - free.h / 2) / free.h;
  if (Math.abs(dx) >= Math.abs(dy)) return dx < 0 ? 'left' : 'right';
  return dy < 0 ? 'top' : 'bottom';
}

/** Groups all figures outside the free area by edge and camp. Arrows at one edge stand apart from each other. */
export function beyond(people: readonly Standing[], camera: Camera, free: Box, mine: number | null): Beyond[] {
  const out = people.map((one) => ({ one, at: toScreen(camera, one) })).filter(({ at }) => !inside(at, free));
  const within = (at: number, from: number, length: number) => Math.max(from + HALF, Math.min(from + length - HALF, at));
  return EDGES.flatMap((edge) => {
    const upright = edge === 'left' || edge === 'right';
    // The corners belong to the top and bottom edges.
    const corner = upright && free.h > 4 * APART ? APART : 0;
    const [from, length] = upright ? [free.y + corner, free.h - 2 * corner] : [free.x, free.w];
    const groups = CAMPS.flatMap((camp) => {
      const there = out.filter(({ one, at }) => campOf(one.side, mine) === camp && edgeOf(at, free) === edge);
      if (there.length === 0) return [];
      const middle = there.reduce((sum, { at }) => sum + (upright ? at.y : at.x), 0) / there.length;
      return [{ camp, along: within(middle, from, length), places: there.map(({ one }) => ({ x: one.x, y: one.y })) }];
    }).sort((a, b) => a.along - b.along);
    // From the last arrow to the first, each is moved back to its distance from the next; at the start of the edge the next one moves on.
    for (let n = groups.length - 2; n >= 0; n -= 1) {
      const [one, next] = [groups[n], groups[n + 1]];
      if (one && next && next.along - one.along < APART) {
        if (one.along - APART / 2 < from + HALF) next.along = one.along + APART;
        else one.along = next.along - APART;
      }
    }
    return groups.map(({ camp, along, places }): Beyond => {
      const across = edge === 'left' ? free.x + HALF : edge === 'right' ? free.x + free.w - HALF : edge === 'top' ? free.y + HALF : free.y + free.h - HALF;
      return { edge, camp, places, at: upright ? { x: across, y: along } : { x: along, y: across } };
    });
  });
}
