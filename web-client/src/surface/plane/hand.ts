/**
 * Hands on the table: what taps, drags and keys do to a path that is drawn or an item that is placed. A hand changes the
 * draft and reports it; the panel with the draft asks the server about it.
 */
import type { Pt } from '../../protocol';
import { handleAt } from './hit';
import { far, laid, minus, turned, within } from './geometry';
import type { PieceKind } from './scene';
import type { Sheet } from './sheet';
import { withInserted, withMore, withPoint, type PathDraft, type Pick, type Placing } from './tools';

/** A drag on the table, in u; `kept` is false where it was cancelled. */
export interface Held {
  move: (at: Pt) => void;
  drop: (kept: boolean) => void;
}

export interface Hand {
  /** Handles a tap; returns whether it had a meaning here. */
  tap: (pick: Pick) => boolean;
  /** Handles the start of a drag; `slack` is the tolerance of a finger, in u; `start` is the place at which the path begins. */
  grab?: (at: Pt, slack: number, start: Pt | undefined) => Held | undefined;
  /** Handlers of keys: `turn` by steps of 15 degrees clockwise, `undo` of the last change, `nudge` by a distance in u. */
  turn?: (steps: number) => void;
  undo?: () => void;
  nudge?: (dx: number, dy: number) => void;
}

const onTable = ({ u }: Sheet, at: Pt): Pt => {
  const inside = (n: number): number => Math.max(0, Math.min(u.side, Math.round(n)));
  return [inside(at[0]), inside(at[1])];
};

/**
 * The hand that draws a path: taps add way-points, a tap on the last one takes it away, drags move way-points or bend a
 * stretch. `get` returns the current draft, `set` changes it.
 */
export function pathHand(sheet: Sheet, get: () => PathDraft, set: (draft: PathDraft) => void): Hand {
  const change = (points: Pt[], facing?: Pt): void => {
    const { fig } = get();
    set(facing ? { fig, points, facing } : { fig, points });
  };
  return {
    tap: (pick) => {
      const { points } = get();
      const last = points[points.length - 1];
      if (last && Math.hypot(last[0] - pick.at[0], last[1] - pick.at[1]) < 90) change(points.slice(0, -1));
      else change(withMore(points, onTable(sheet, pick.at)));
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
        move: (to) => change(withPoint(base, index, onTable(sheet, to))),
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

/** Returns a facing, turned by steps of 15 degrees, clockwise. */
export function turnedFacing([x, y]: Pt, steps: number): Pt {
  const angle = (-steps * Math.PI) / 12;
  return [Math.round(x * Math.cos(angle) - y * Math.sin(angle)), Math.round(x * Math.sin(angle) + y * Math.cos(angle))];
}

/** Distance, in u, up to which a coordinate is rounded to the nearest whole centimetre, which is easier to read. */
const SNAP = 12;
const snapped = (n: number): number => (Math.abs(n - Math.round(n / 100) * 100) <= SNAP ? Math.round(n / 100) * 100 : n);

/** Returns the tolerance of a finger, in u, where a pixel takes `px` mm. */
export const slackOf = (px: number): number => Math.min(300, 130 * px);

/** Radius around the centre of an item within which a touch means it, in u. */
const HOLD = { figure: 300, marker: 300 };

/** Returns the largest distance of a corner of a piece from its origin, at least 200, in u. */
export const spanOf = (kind: PieceKind | undefined): number => Math.max(200, ...(kind?.polys.flat().map(([x, y]) => Math.hypot(x, y)) ?? []));

/** Returns the place of the knob that turns an item: outside it, in the direction that it faces; `slack` is the tolerance, in u. */
export function knobOf(placing: Placing, kinds: readonly PieceKind[], slack = 0): Pt | undefined {
  if (placing.kind === 'marker') return undefined;
  const [x, y] = placing.kind === 'piece' ? turned([0, 1000], placing.turn) : placing.facing;
  const length = Math.hypot(x, y) || 1;
  const reach = (placing.kind === 'piece' ? spanOf(kinds.find((kind) => kind.id === placing.piece)) : 240) + Math.max(180, 2.2 * slack);
  return [Math.round(placing.at[0] + (x * reach) / length), Math.round(placing.at[1] + (y * reach) / length)];
}

/** Returns the nearest step of 15 degrees, counter-clockwise from north, to a direction. */
export const stepTowards = ([x, y]: Pt): number => ((Math.round((Math.atan2(-x, y) * 12) / Math.PI) % 24) + 24) % 24;

/** What {@link placeHand} depends on. */
export interface Placer {
  sheet: Sheet;
  get: () => Placing | undefined;
  set: (placing: Placing) => void;
  /** Puts the item down. */
  confirm: () => void;
  kinds: () => readonly PieceKind[];
  /** Called when a change is complete: a drag has ended, a key was pressed. */
  settle?: () => void;
  /** Called for a tap or drag on another item; returns whether it was taken up. */
  take?: (pick: Pick) => boolean;
}

/**
 * The hand that places an item: a tap or a drag moves the item, the knob and R turn it, arrows push it, a tap on it (or
 * Enter) puts it down.
 */
export function placeHand({ sheet, get, set, confirm, kinds, settle, take }: Placer): Hand {
  const moveTo = (at: Pt): void => {
    const placing = get();
    if (placing) set({ ...placing, at: onTable(sheet, [snapped(at[0]), snapped(at[1])]) });
  };
  const holds = (placing: Placing, at: Pt): boolean => {
    if (placing.kind !== 'piece') return far(placing.at, at) <= HOLD[placing.kind];
    const kind = kinds().find((one) => one.id === placing.piece);
    return far(placing.at, at) <= 200 || laid(kind?.polys ?? [], placing.at, placing.turn).some((poly) => within(poly, at));
  };
  const face = (to: Pt): void => {
    const placing = get();
    if (!placing || far(placing.at, to) < 1) return;
    const towards = minus(to, placing.at);
    if (placing.kind === 'piece') set({ ...placing, turn: stepTowards(towards) });
    else if (placing.kind === 'figure') set({ ...placing, facing: towards });
  };
  return {
    tap: (pick) => {
      const placing = get();
      if (placing && holds(placing, pick.at)) confirm();
      else if (take?.(pick)) return true;
      else if (placing) {
        moveTo(pick.at);
        settle?.();
      } else return false;
      return true;
    },
    grab: (at, slack) => {
      let placing = get();
      const knob = placing && knobOf(placing, kinds(), slack);
      const turning = knob !== undefined && far(knob, at) <= Math.max(slack, 120);
      if (!turning && !(placing && holds(placing, at))) {
        if (!take?.({ at })) return undefined;
        placing = get();
      }
      if (!placing) return undefined;
      const before = placing;
      const [dx, dy] = minus(before.at, at);
      return {
        move: (to) => (turning ? face(to) : moveTo([to[0] + dx, to[1] + dy])),
        drop: (kept) => {
          if (!kept) set(before);
          settle?.();
        },
      };
    },
    turn: (steps) => {
      const placing = get();
      if (placing?.kind === 'piece') set({ ...placing, turn: (((placing.turn - steps) % 24) + 24) % 24 });
      else if (placing?.kind === 'figure') set({ ...placing, facing: turnedFacing(placing.facing, steps) });
      settle?.();
    },
    nudge: (dx, dy) => {
      const placing = get();
      if (placing) set({ ...placing, at: onTable(sheet, [placing.at[0] + dx, placing.at[1] + dy]) });
      settle?.();
    },
  };
}
