/** The turn as a track of five heartbeats. Contains assignments only, and no rule. */
import type { Ask, View, Who } from '../../../protocol/celtiques';
import { able } from '../board/scene';
import { shortName } from './people';

/** The heartbeats of a turn. */
export const BEATS = [1, 2, 3, 4, 5] as const;

/** A fighter on the track. */
export interface Mark {
  readonly who: Who;
  readonly name: string;
  readonly letter: string;
  readonly seat: number | null;
  readonly side: number;
  readonly reaction: number;
  /** The number of announced actions; `null` before the announcement. */
  readonly announced: number | null;
  /** The heartbeats on which it still acts. */
  readonly slots: readonly number[];
  readonly survives: boolean;
  readonly lost: number;
  /** Whether it has acted in this heartbeat. */
  readonly done: boolean;
}

/** Returns the heartbeats of a set of bits. */
export const slotsOf = (bits: number): number[] => BEATS.filter((n) => (bits & (1 << n)) !== 0);

/** Returns the fighters that can act, in the order of the announcements, the slowest first. */
export function marksOf(view: View): Mark[] {
  const { scene } = view;
  const order = scene.order.length > 0 ? scene.order : view.known.map((one) => one.who);
  const rest = view.known.map((one) => one.who).filter((who) => !order.includes(who));
  return [...order, ...rest].flatMap((who) => {
    const [known, now] = [view.known[who], scene.fighters[who]];
    if (!known || !now || !able(view, who)) return [];
    const { turn, beat, mind } = now;
    return [
      {
        who,
        name: shortName(known),
        letter: known.letter,
        seat: known.seat,
        side: known.side,
        reaction: turn.reaction ?? 0,
        announced: turn.announced ?? null,
        slots: slotsOf(turn.slots ?? 0),
        survives: turn.survival === 'on',
        lost: mind.lost ?? 0,
        done: beat.spent === true || beat.done === true,
      },
    ];
  });
}

/** Returns the fighters that act at once, as the open question says. */
export const batchOf = (open: Ask | null): readonly Who[] => (open !== null && typeof open === 'object' && 'batch' in open ? open.batch.whos : []);

/** Returns the fighter that is up, as the open question says; `null` without one. */
export function upOf(open: Ask | null): Who | null {
  if (open === null) return null;
  if ('act' in open) return open.act.who;
  if ('choose' in open) return open.choose.who;
  return null;
}
