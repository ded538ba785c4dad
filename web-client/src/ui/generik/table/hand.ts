/**
 * Hands on the table: what taps, drags and keys do to a path being drawn or to something being placed. A hand changes
 * the draft and says so; whoever holds the draft asks the server about it.
 */
import { handleAt } from './hit';
import { TABLE_U, minus } from './plane';
import { withInserted, withMore, withPoint, type PathDraft, type Placing, type TablePick } from './tools';
import type { Pt } from './types';

/** A thing that is taken along, in u. */
export interface Held {
  move: (at: Pt) => void;
  drop: (kept: boolean) => void;
}

export interface Hand {
  /** A tap; returns whether it meant something here. */
  tap: (pick: TablePick) => boolean;
  /** A drag begins at a place; `slack` is how far off a finger may be, in u; `start` is where the path begins. */
  grab?: (at: Pt, slack: number, start: Pt | undefined) => Held | undefined;
  /** By keys: steps of 15 degrees clockwise, one thing back, a little further. */
  turn?: (steps: number) => void;
  undo?: () => void;
  nudge?: (dx: number, dy: number) => void;
}

const inside = (n: number): number => Math.max(0, Math.min(TABLE_U, Math.round(n)));
const onTable = ([x, y]: Pt): Pt => [inside(x), inside(y)];

/**
 * The hand that draws a path: taps add way-points, a tap on the last one takes it away, drags move way-points or bend a
 * stretch. `get` is the draft of the moment, `set` changes it.
 */
export function pathHand(get: () => PathDraft, set: (draft: PathDraft) => void): Hand {
  const change = (points: Pt[], facing?: Pt): void => {
    const { fig } = get();
    set(facing ? { fig, points, facing } : { fig, points });
  };
  return {
    tap: (pick) => {
      const { points } = get();
      const last = points[points.length - 1];
      if (last && Math.hypot(last[0] - pick.at[0], last[1] - pick.at[1]) < 90) change(points.slice(0, -1));
      else change(withMore(points, onTable(pick.at)));
      return true;
    },
    grab: (at, slack, start) => {
      const draft = get();
      const handle = start && handleAt(draft, start, at, slack);
      if (!handle) return undefined;
      const before = draft.points;
      const index = 'point' in handle ? handle.point : handle.insert;
      const base = 'point' in handle ? before : withInserted(before, index, at);
      return {
        move: (to) => change(withPoint(base, index, onTable(to))),
        drop: (kept) => {
          if (!kept) change([...before]);
        },
      };
    },
    undo: () => change(get().points.slice(0, -1)),
    turn: (steps) => {
      const draft = get();
      const end = draft.points[draft.points.length - 1];
      if (end) change([...draft.points], turnedFacing(draft.facing ?? [0, 1000], steps));
    },
  };
}

/** A facing turned by steps of 15 degrees, clockwise. */
export function turnedFacing([x, y]: Pt, steps: number): Pt {
  const angle = (-steps * Math.PI) / 12;
  return [Math.round(x * Math.cos(angle) - y * Math.sin(angle)), Math.round(x * Math.sin(angle) + y * Math.cos(angle))];
}

/** Whole centimetres are easier to read; a place this near to one is taken as it, in u. */
const SNAP = 12;
const snapped = (n: number): number => (Math.abs(n - Math.round(n / 100) * 100) <= SNAP ? Math.round(n / 100) * 100 : n);

/**
 * The hand that places something: a tap or a drag puts it there, R turns it, arrows push it, a tap on it (or Enter)
 * confirms.
 */
export function placeHand(get: () => Placing | undefined, set: (placing: Placing) => void, confirm: () => void): Hand {
  const moveTo = (at: Pt): void => {
    const placing = get();
    if (placing) set({ ...placing, at: onTable([snapped(at[0]), snapped(at[1])]) });
  };
  return {
    tap: (pick) => {
      const placing = get();
      if (!placing) return false;
      const [dx, dy] = minus(placing.at, pick.at);
      if (Math.hypot(dx, dy) <= 130) confirm();
      else moveTo(pick.at);
      return true;
    },
    grab: (at) => {
      const placing = get();
      if (!placing) return undefined;
      const [dx, dy] = minus(placing.at, at);
      if (Math.hypot(dx, dy) > (placing.kind === 'piece' ? 900 : 400)) return undefined;
      return {
        move: (to) => moveTo([to[0] + dx, to[1] + dy]),
        drop: (kept) => {
          if (!kept) set(placing);
        },
      };
    },
    turn: (steps) => {
      const placing = get();
      if (placing?.kind === 'piece') set({ ...placing, turn: (((placing.turn - steps) % 24) + 24) % 24 });
      else if (placing?.kind === 'figure') set({ ...placing, facing: turnedFacing(placing.facing, steps) });
    },
    nudge: (dx, dy) => {
      const placing = get();
      if (placing) set({ ...placing, at: onTable([placing.at[0] + dx, placing.at[1] + dy]) });
    },
  };
}
