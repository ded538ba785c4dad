import type { Fact, Figure, Force, Mark, Mine, PhaseNow, Scene, View } from '../protocol/generik';
import * as names from '../protocol/generik/rows';
import type { Seat } from '../protocol';
import type { Noise } from '../ui/common/sounds';
import { factsOf } from './rows';
import type { Fold } from './timeline.svelte';

/** What an event tells, its facts by name. */
export interface Notice {
  facts: Fact[];
  /** A seat has sealed its champion. */
  sealed: Seat | null;
  /** What is private to the seat that reads it, as it now is. */
  mine: Mine | null;
}

/** A list with one place changed. */
function put<T>(list: readonly T[], index: number, change: (old: T) => T): T[] {
  return list.map((old, i) => (i === index ? change(old) : old));
}

function figure(scene: Scene, fig: number, change: Partial<Figure>): Scene {
  return { ...scene, figures: put(scene.figures, fig, (old) => ({ ...old, ...change })) };
}

function force(scene: Scene, seat: number, change: Partial<Force>): Scene {
  return { ...scene, forces: put(scene.forces, seat, (old) => ({ ...old, ...change })) };
}

function phase(scene: Scene, change: Partial<PhaseNow>): Scene {
  return { ...scene, phase: { ...scene.phase, ...change } };
}

/** Full DA; what the turn remembered is gone (GEN-TRN-07). */
function openTurn(scene: Scene, fact: Extract<Fact, { t: 'turn' }>): Scene {
  return {
    ...scene,
    turn: fact.turn,
    idle_turns: fact.idle,
    turn_acted: false,
    empty_run: 0,
    figures: scene.figures.map((old, n) => ({
      ...old,
      da: fact.da[n] ?? old.da,
      heroic_tried: false,
      shield_used: false,
      dim_rolled: false,
      da_removed: false,
    })),
    forces: scene.forces.map((old) => ({ ...old, heroic_locked: false })),
  };
}

function openPhase(scene: Scene, fact: Extract<Fact, { t: 'phase' }>): Scene {
  return {
    ...scene,
    phase: {
      number: fact.number, seat: fact.seat, acted: false, end: null, heroic: null, last: null, left: [], ledger: [],
    },
    figures: scene.figures.map((old) => (old.distract_used ? { ...old, distract_used: false } : old)),
  };
}

/** The phase is not empty any more; a figure that is left for another one is noted. */
function acted(scene: Scene, fig: number): Scene {
  const { last, left } = scene.phase;
  const goes = last !== null && last !== fig && !left.includes(last);
  return { ...phase(scene, { acted: true, last: fig, left: goes ? [...left, last] : left }), turn_acted: true };
}

const MARKS: Record<Mark, keyof Figure> = {
  heroic_tried: 'heroic_tried',
  shield: 'shield_used',
  dim: 'dim_rolled',
  distract: 'distract_used',
  flask: 'flask_used',
  lucky: 'lucky_used',
  moustache: 'moustache_used',
};

function foldFigure(scene: Scene, fact: Fact): Scene | null {
  switch (fact.t) {
    case 'da': {
      const taken = fact.taken || (scene.figures[fact.fig]?.da_removed ?? false);
      return figure(scene, fact.fig, { da: fact.da, da_removed: taken });
    }
    case 'moved': {
      const at = fact.path[fact.path.length - 1];
      return figure(scene, fact.fig, at ? { at, z: fact.z } : { z: fact.z });
    }
    case 'faced':
      return figure(scene, fact.fig, { facing: fact.facing });
    case 'cover':
      return figure(scene, fact.fig, { in_cover: fact.in_cover });
    case 'down':
      return figure(scene, fact.fig, { down: fact.down });
    case 'wounded':
      return figure(scene, fact.fig, { wounded: fact.wounded });
    case 'status':
      return figure(scene, fact.fig, { status: fact.status });
    case 'charges':
      return figure(scene, fact.fig, { charges: fact.charges });
    case 'used':
      return figure(scene, fact.fig, { [MARKS[fact.mark]]: true });
    default:
      return null;
  }
}

function foldSetup(scene: Scene, fact: Fact): Scene {
  switch (fact.t) {
    case 'stage':
      return { ...scene, stage: fact.stage };
    case 'scenario':
      return { ...scene, scenario: fact.scenario };
    case 'due':
      return { ...scene, pieces_due: fact.pieces };
    case 'piece':
      return { ...scene, pieces: [...scene.pieces, fact.piece] };
    case 'attacker':
      return { ...scene, attacker: fact.seat, order: fact.order };
    case 'edge':
      return force(scene, fact.seat, { edge: fact.edge });
    case 'sealed':
      return seal(scene, fact.seat);
    case 'champion':
      return force(scene, fact.seat, { champion: fact.fig });
    case 'marker':
      return { ...scene, markers: [...scene.markers, { at: fact.at, owner: fact.owner, sacked: false }] };
    case 'fielded':
      return force(scene, fact.seat, { initial_count: fact.count, value: fact.value });
    default:
      return scene;
  }
}

function seal(scene: Scene, seat: number): Scene {
  if (scene.sealed.includes(seat)) return scene;
  return { ...scene, sealed: [...scene.sealed, seat].sort((a, b) => a - b) };
}

/** What a fact makes of a scene. Every fact states the value that results; those that only tell change nothing. */
export function foldFact(scene: Scene, fact: Fact): Scene {
  switch (fact.t) {
    case 'turn':
      return openTurn(scene, fact);
    case 'phase':
      return openPhase(scene, fact);
    case 'phase_over':
      return { ...phase(scene, { end: fact.why, heroic: null }), empty_run: fact.empty_run };
    case 'ending':
      return phase(scene, { end: fact.why });
    case 'acted':
      return acted(scene, fact.fig);
    case 'ledger':
      return phase(scene, { ledger: [...scene.phase.ledger, [fact.seat, fact.fig]] });
    case 'heroic_die':
      return phase(scene, { heroic: fact.fig });
    case 'heroic_locked':
      return force(scene, fact.seat, { heroic_locked: true });
    case 'beaten':
      return force(scene, fact.seat, { beaten: fact.why });
    case 'conceding':
      return force(scene, fact.seat, { conceding: true });
    case 'draw_offer':
      return force(scene, fact.seat, { offers_draw: fact.offer });
    case 'control':
      return { ...scene, control: fact.control };
    case 'sacked':
      return { ...scene, markers: put(scene.markers, fact.marker, (old) => ({ ...old, sacked: true })) };
    case 'ended':
      return { ...scene, outcome: fact.outcome };
    case 'after': {
      const known = fact.seat < scene.after.length;
      return {
        ...scene,
        after: known ? put(scene.after, fact.seat, () => fact.aftermath) : [...scene.after, fact.aftermath],
      };
    }
    default:
      return foldFigure(scene, fact) ?? foldSetup(scene, fact);
  }
}

/** How long a fact is looked at, in milliseconds at speed 1. Quiet bookkeeping passes with what comes next. */
const BEATS: Partial<Record<Fact['t'], number>> = {
  stage: 400,
  scenario: 700,
  piece: 250,
  attacker: 600,
  edge: 200,
  champion: 700,
  marker: 300,
  turn: 700,
  phase: 450,
  phase_over: 250,
  acts: 350,
  reacts: 600,
  interrupted: 450,
  stopped: 350,
  rolled: 800,
  moved: 500,
  faced: 150,
  cover: 350,
  down: 400,
  wounded: 500,
  status: 650,
  charges: 250,
  attack: 450,
  verdict: 500,
  wound: 450,
  redirected: 450,
  skill: 400,
  beaten: 900,
  sacked: 600,
  control: 350,
  score: 300,
  ended: 700,
};

/** What a fact sounds like. */
function noiseOf(fact: Fact): Noise | null {
  switch (fact.t) {
    case 'rolled':
      return 'dice';
    case 'verdict':
      return fact.verdict === 'hit' || fact.verdict === 'won' || fact.verdict === 'won_by_sword' ? 'hit' : 'miss';
    case 'down':
      return fact.down ? 'fall' : null;
    case 'status':
      return fact.status === 'ooa' ? 'out' : null;
    case 'turn':
      return 'bell';
    default:
      return null;
  }
}

function fold(view: View, notice: Notice): View {
  let scene = notice.facts.reduce(foldFact, view.scene);
  if (notice.sealed !== null) scene = seal(scene, notice.sealed);
  return { ...view, scene, mine: notice.mine ?? view.mine };
}

/** One fact a step; what is told without a fact stays whole. */
function split(notice: Notice): Notice[] {
  if (notice.facts.length <= 1) return [notice];
  return notice.facts.map((fact, n) => ({
    facts: [fact],
    sealed: n === 0 ? notice.sealed : null,
    mine: n === notice.facts.length - 1 ? notice.mine : null,
  }));
}

/** GeneriK on the time line. */
export const generikFold: Fold<View, Notice> = {
  read(raw) {
    if (Array.isArray(raw)) return { facts: factsOf<Fact>(names, raw), sealed: null, mine: null };
    const { facts = [], sealed = null, mine = null } = raw as { facts?: unknown[] } & Partial<Pick<Notice, 'sealed' | 'mine'>>;
    return { facts: factsOf<Fact>(names, facts), sealed, mine };
  },
  fold,
  split,
  beat: (notice) => Math.max(0, ...notice.facts.map((fact) => BEATS[fact.t] ?? 0)),
  turn: (view) => view.scene.turn,
  noise: (notice) => notice.facts.map(noiseOf).find((noise) => noise !== null) ?? null,
};
