import type { Fact, FighterView, Figure, Item, MineNow, View, Who } from '../protocol/baston';
import * as names from '../protocol/baston/rows';
import type { Point, Seat } from '../protocol';
import type { Noise } from '../ui/common/sounds';
import { factsOf } from './rows';
import type { Fold } from './timeline.svelte';

/** What an event tells, its facts by name. */
export interface Notice {
  facts: Fact[];
  /** A seat is ready, or no longer. */
  ready: [Seat, boolean] | null;
  /** What is private to the seat that reads it, as it now is. */
  mine: MineNow | null;
}

/** A list with one place changed. */
function put<T>(list: readonly T[], index: number, change: (old: T) => T): T[] {
  return list.map((old, i) => (i === index ? change(old) : old));
}

function figure(view: View, who: Who, change: Partial<Figure>): View {
  return {
    ...view,
    fighters: put(view.fighters, who, (old) => ({ ...old, now: { ...old.now, ...change } })),
  };
}

function everybody(view: View, change: (old: Figure) => Partial<Figure>): FighterView[] {
  return view.fighters.map((old) => ({ ...old, now: { ...old.now, ...change(old.now) } }));
}

const before = (a: Point, b: Point) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];

/** Debris is kept sorted, as the server writes it. */
function debris(glass: readonly Point[], at: Point, present: boolean): Point[] {
  const others = glass.filter((point) => !same(point, at));
  if (!present) return others;
  const place = others.findIndex((point) => before(at, point));
  return place < 0 ? [...others, at] : [...others.slice(0, place), at, ...others.slice(place)];
}

/** Whatever is carried or worn by somebody who leaves goes with him. */
function takenAlong(items: readonly Item[], who: Who): Item[] {
  return items.map((item) => {
    const place = item.place;
    if (place === 'gone') return item;
    const holder = 'carried' in place ? place.carried : 'worn' in place ? place.worn : null;
    return holder === who ? { ...item, place: 'gone' } : item;
  });
}

/** With a phase ends what was confirmed in it. */
function unready(view: View): View {
  return {
    ...view,
    bands: view.bands.map((band) => (band.ready ? { ...band, ready: false } : band)),
    mine: view.mine && { ...view.mine, sheets: [] },
  };
}

function openTurn(view: View, turn: number): View {
  return {
    ...unready(view),
    turn,
    sequence: 0,
    phase: 'programming',
    active: null,
    fighters: everybody(view, () => ({ orders: ['-/-', '-/-', '-/-'] })),
  };
}

function enter(view: View, fact: Extract<Fact, { t: 'enter' }>): View {
  const next: View = { ...unready(view), phase: fact.phase, sequence: fact.sequence, active: null };
  if (fact.phase !== 'rank') return next;
  next.fighters = everybody(view, (old) => ({
    resting: old.owes,
    owes: false,
    done: false,
    shaken: false,
    queued: false,
    cancelled: [false, false],
    task: old.task && resting(old.task),
  }));
  return next;
}

function resting(task: NonNullable<Figure['task']>): NonNullable<Figure['task']> {
  return 'rob' in task ? { rob: { ...task.rob, resting: true } } : { dress: { ...task.dress, resting: true } };
}

function out(view: View, who: Who, by: Who | null, fate: 'out' | 'left'): View {
  const next = figure(view, who, {
    fate, by, stun: 0, fresh: false, owes: false, resting: false, queued: false, shaken: false, task: null,
  });
  return fate === 'left' ? { ...next, items: takenAlong(next.items, who) } : next;
}

/** What a fact makes of a view. Every fact states the value that results; those that only tell change nothing. */
export function foldFact(view: View, fact: Fact): View {
  switch (fact.t) {
    case 'turn':
      return openTurn(view, fact.turn);
    case 'enter':
      return enter(view, fact);
    case 'revealed':
      return figure(unready(view), fact.who, { orders: fact.orders });
    case 'acts':
      return { ...view, active: fact.who };
    case 'cancelled': {
      const was = view.fighters[fact.who]?.now.cancelled ?? [false, false];
      return figure(view, fact.who, { cancelled: [was[0] || fact.rounds[0], was[1] || fact.rounds[1]] });
    }
    case 'lost': {
      const was = view.fighters[fact.who]?.now.cancelled ?? [false, false];
      return figure(view, fact.who, { cancelled: [was[0] || fact.round === 1, was[1] || fact.round === 2] });
    }
    case 'done':
      return figure(view, fact.who, { done: fact.done });
    case 'queued':
      return figure(view, fact.who, { queued: fact.queued });
    case 'owes':
      return figure(view, fact.who, { owes: fact.owes });
    case 'rests':
      return figure(view, fact.who, { resting: fact.resting });
    case 'shaken':
      return figure(view, fact.who, { shaken: fact.shaken });
    case 'ranked':
      return figure(view, fact.who, { rank: fact.rank });
    case 'moved': {
      const fate = view.fighters[fact.who]?.now.fate;
      return figure(view, fact.who, { at: fact.to, top: fact.top, fate: fate === 'waiting' ? 'in' : fate });
    }
    case 'on_top':
      return figure(view, fact.who, { top: fact.top });
    case 'faced':
      return figure(view, fact.who, { facing: fact.dir });
    case 'posture':
      return figure(view, fact.who, { prone: fact.prone });
    case 'wounded': {
      const part = view.parts.indexOf(fact.part);
      const left = view.fighters[fact.who]?.now.left;
      return left ? figure(view, fact.who, { left: put(left, part, () => fact.left) as Figure['left'] }) : view;
    }
    case 'stunned':
      return figure(view, fact.who, { stun: fact.stun, fresh: fact.fresh });
    case 'out':
      return out(view, fact.who, fact.by, 'out');
    case 'left_board':
      return out(view, fact.who, fact.by, 'left');
    case 'seized':
      return figure(figure(view, fact.who, { holding: fact.victim }), fact.victim, { held_by: fact.who });
    case 'released':
      return figure(figure(view, fact.who, { holding: null }), fact.victim, { held_by: null });
    case 'working':
      return figure(view, fact.who, { task: fact.task });
    default:
      return foldThing(view, fact);
  }
}

function foldThing(view: View, fact: Fact): View {
  switch (fact.t) {
    case 'item':
      return { ...view, items: put(view.items, fact.id, (old) => ({ ...old, kind: fact.kind, place: fact.place })) };
    case 'piece': {
      const { cells, overturned, gone } = fact;
      return { ...view, pieces: put(view.pieces, fact.id, (old) => ({ ...old, cells, overturned, gone })) };
    }
    case 'leaf': {
      const leaf = (open: readonly boolean[]) => put(open, fact.leaf, () => fact.open) as [boolean, boolean];
      return { ...view, doors: put(view.doors, fact.door, (old) => ({ ...old, open: leaf(old.open) })) };
    }
    case 'bolt':
      return { ...view, doors: put(view.doors, fact.door, (old) => ({ ...old, bolted: fact.bolted })) };
    case 'door_destroyed':
      return {
        ...view,
        doors: put(view.doors, fact.door, () => ({ open: [false, false], destroyed: true, bolted: false })),
      };
    case 'window':
      return { ...view, windows: put(view.windows, fact.window, () => fact.state) };
    case 'panel_destroyed':
      return { ...view, panels: put(view.panels, fact.panel, () => true) };
    case 'phone_destroyed':
      return { ...view, phones: put(view.phones, fact.phone, () => true) };
    case 'glass':
      return { ...view, glass: debris(view.glass, fact.at, fact.present) };
    case 'score':
      return { ...view, bands: put(view.bands, fact.seat, (old) => ({ ...old, score: fact.total })) };
    case 'plot':
      return { ...view, plot: fact.plot };
    case 'over':
      return { ...view, outcome: fact.outcome, phase: 'over', active: null };
    default:
      return view;
  }
}

/** How long a fact is looked at, in milliseconds at speed 1. Quiet bookkeeping passes with what comes next. */
const BEATS: Partial<Record<Fact['t'], number>> = {
  turn: 700,
  enter: 450,
  revealed: 0,
  acts: 180,
  plays: 260,
  lost: 280,
  cancelled: 260,
  impossible: 420,
  chose: 0,
  test: 600,
  drew: 300,
  stun_roll: 600,
  strength: 500,
  location: 400,
  to_hit: 950,
  ranked: 60,
  moved: 250,
  on_top: 200,
  faced: 120,
  posture: 300,
  wounded: 450,
  stunned: 420,
  out: 700,
  left_board: 600,
  seized: 350,
  released: 250,
  targets: 200,
  spared: 250,
  working: 260,
  item: 180,
  throws: 350,
  piece: 300,
  leaf: 250,
  bolt: 200,
  door_destroyed: 350,
  window: 250,
  panel_destroyed: 300,
  phone_destroyed: 300,
  glass: 260,
  score: 220,
  over: 600,
};

/** What a fact sounds like. */
function noiseOf(fact: Fact): Noise | null {
  switch (fact.t) {
    case 'to_hit':
      return fact.hit ? 'hit' : 'miss';
    case 'posture':
      return fact.prone ? 'fall' : null;
    case 'test':
    case 'stun_roll':
      return 'dice';
    case 'glass':
      return fact.present ? 'glass' : null;
    case 'leaf':
    case 'window':
      return 'door';
    case 'door_destroyed':
    case 'panel_destroyed':
    case 'phone_destroyed':
    case 'piece':
      return 'fall';
    case 'out':
    case 'left_board':
      return 'out';
    case 'turn':
      return 'bell';
    default:
      return null;
  }
}

/** A fact that changes nothing to be seen passes with what comes next. */
function lengthOf(fact: Fact): number {
  switch (fact.t) {
    case 'enter':
      return fact.phase === 'rank' ? (BEATS.enter ?? 0) : 0;
    case 'plays':
      return fact.order === '-' ? 0 : (BEATS.plays ?? 0);
    case 'stunned':
      return fact.gained > 0 ? (BEATS.stunned ?? 0) : 0;
    case 'strength':
      return fact.die === null ? 200 : (BEATS.strength ?? 0);
    case 'cancelled':
      return fact.why === 'together' ? 0 : (BEATS.cancelled ?? 0);
    case 'working':
      return fact.task ? (BEATS.working ?? 0) : 0;
    case 'location':
      return fact.die === null ? 0 : (BEATS.location ?? 0);
    default:
      return BEATS[fact.t] ?? 0;
  }
}

/** The fold of Baston: assignments, no rule. */
export const bastonFold: Fold<View, Notice> = {
  read(raw) {
    if (Array.isArray(raw)) return { facts: factsOf<Fact>(names, raw), ready: null, mine: null };
    const { facts = [], ready = null, mine = null } = raw as Partial<Notice>;
    return { facts, ready, mine };
  },
  fold(view, notice) {
    let next = notice.facts.reduce(foldFact, view);
    if (notice.ready) {
      const [seat, ready] = notice.ready;
      next = { ...next, bands: put(next.bands, seat, (old) => ({ ...old, ready })) };
    }
    if (!notice.mine) return next;
    const { standing = next.mine?.standing ?? { defaults: [] }, ...sheets } = notice.mine;
    return { ...next, mine: { ...sheets, standing } };
  },
  split(notice) {
    if (notice.facts.length <= 1) return [notice];
    const parts: Notice[] = notice.facts.map((fact) => ({ facts: [fact], ready: null, mine: null }));
    const last = parts[parts.length - 1];
    if (last) {
      last.ready = notice.ready;
      last.mine = notice.mine;
    }
    return parts;
  },
  beat: (notice) => notice.facts.reduce((sum, fact) => sum + lengthOf(fact), 0),
  turn: (view) => view.turn,
  noise: (notice) => notice.facts.map(noiseOf).find((noise) => noise !== null) ?? null,
};
