/** Figures out of sight, grouped by the edge behind which they stand. */
import type { Box, Camera, XY } from './camera';
import { toScreen } from './camera';
import type { Standing } from './framing';

export type Edge = 'top' | 'right' | 'bottom' | 'left';

/** Whether figures are on the side of the viewer, against it, or neither, for an onlooker. */
export type Camp = 'friend' | 'foe' | 'other';

/** Figures of one camp that stand behind one edge of what is in sight. */
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
/** Half the size of an arrow, and the least distance between two of them, in pixels. */
const HALF = 22;
const APART = 48;

export const campOf = (side: number, mine: number | null): Camp => (mine === null ? 'other' : side === mine ? 'friend' : 'foe');

const inside = ({ x, y }: XY, free: Box): boolean => x >= free.x && x <= free.x + free.w && y >= free.y && y <= free.y + free.h;

/** The edge behind which a place on screen lies. */
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
    // The corners belong to the edges at the top and at the foot.
    const corner = upright && free.h > 4 * APART ? APART : 0;
    const [from, length] = upright ? [free.y + corner, free.h - 2 * corner] : [free.x, free.w];
    const groups = CAMPS.flatMap((camp) => {
      const there = out.filter(({ one, at }) => campOf(one.side, mine) === camp && edgeOf(at, free) === edge);
      if (there.length === 0) return [];
      const middle = there.reduce((sum, { at }) => sum + (upright ? at.y : at.x), 0) / there.length;
      return [{ camp, along: within(middle, from, length), places: there.map(({ one }) => ({ x: one.x, y: one.y })) }];
    }).sort((a, b) => a.along - b.along);
    // The last one is pushed back from the end first, then each keeps its distance from the next.
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
