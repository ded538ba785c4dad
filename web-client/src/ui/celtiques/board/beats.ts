/** What a fact looks like on the map. Assignments only; no rule is known here. */
import type { Hex } from '../../../protocol';
import type { Fact, View, Who } from '../../../protocol/celtiques';
import type { Animator, PosesOf, Shown } from '../../../surface/animator.svelte';
import type { XY } from '../../../surface/camera';
import type { DieShow } from '../../../surface/dice';
import { word } from '../../../i18n/celtiques/word';
import { nameOf } from '../model/people';
import type { Notice } from '../session.svelte';
import { middle } from './hex';
import { tokenBy, tokenId, type Scene } from './scene';

export interface Beat extends Shown {
  readonly who?: Who;
  readonly target?: Who;
  /** What bursts out, and how strong: 1 to 3. */
  readonly word?: string;
  readonly force?: number;
  readonly note?: string;
  readonly path?: readonly Hex[];
  /** How somebody moves, for how it is drawn. */
  readonly gait?: 'walk' | 'run' | 'jump' | 'push';
  /** A blow: who strikes leans forward. */
  readonly lunge?: boolean;
  /** Something flies from one to the other. */
  readonly flies?: boolean;
  /** Several act at once: everybody whose deed is told. */
  readonly falls?: boolean;
}

/** How far a fighter is from where the scene puts it. */
export interface Pose {
  readonly dx: number;
  readonly dy: number;
  readonly tilt?: number;
  readonly angle?: number;
}

const GAITS: Readonly<Record<string, NonNullable<Beat['gait']>>> = {
  walk: 'walk',
  run: 'run',
  zigzag: 'run',
  charge: 'run',
  jump: 'jump',
  leap: 'jump',
  disengage: 'run',
  follow: 'run',
  thrown: 'push',
  placed: 'jump',
  wakes: 'walk',
  leaves: 'run',
};

/** The dice of a fact as they are shown. */
export function diceOf(fact: Extract<Fact, { t: 'rolled' }>, before: View): DieShow {
  const adds = [
    { n: fact.level, what: word('dice.level') },
    { n: fact.bonus, what: word('dice.bonus') },
    ...(fact.critical > 0 ? [{ n: 10, what: word('dice.critical') }] : []),
  ];
  return {
    sides: 6,
    face: fact.faces[0] ?? 1,
    faces: [...fact.faces],
    label: `${nameOf(before, fact.who)} · ${word(`throw.${fact.throw}`)}`,
    adds: adds.filter(({ n }) => n !== 0),
    total: fact.total,
    ...(fact.against == null ? {} : { goal: word('dice.against', { n: fact.against }) }),
    ...(fact.ok == null ? {} : { ok: fact.ok }),
  };
}

const HURT: readonly string[] = ['', 'TCHAC !', 'AÏE !', 'SCHLAK !', 'KRAAK !'];

/** What one fact looks like; nothing when it only keeps books. */
export function beatOf(fact: Fact, before: View): Beat | undefined {
  switch (fact.t) {
    case 'turn':
      return { banner: word('beat.turn', { n: fact.turn }) };
    case 'segment':
      return { banner: word('beat.segment', { n: fact.segment }) };
    case 'rolled':
      return { who: fact.who, dice: diceOf(fact, before) };
    case 'announced':
      return { who: fact.who, note: word('beat.announced', { n: fact.actions }) };
    case 'acts':
      return { who: fact.who };
    case 'skipped':
      return { who: fact.who, note: word(`why.${fact.why}`) };
    case 'moved':
      return { who: fact.who, path: fact.path, gait: GAITS[fact.way] ?? 'walk' };
    case 'strikes':
      return { who: fact.who, target: fact.at, lunge: true };
    case 'shoots':
      return { who: fact.who, target: fact.at, flies: true, word: 'ZIP !', force: 1 };
    case 'verdict':
      return fact.verdict === 'hit'
        ? { who: fact.who, target: fact.at, lunge: true, word: 'TCHAC !', force: 2 }
        : { who: fact.who, target: fact.at, lunge: true, word: fact.verdict === 'dodged' ? 'HOP !' : 'FWIP !', force: 1 };
    case 'hurt': {
      const all = fact.blessure + fact.fatigue;
      return all === 0
        ? { who: fact.who, note: word('beat.unhurt') }
        : { who: fact.who, word: HURT[Math.min(4, all)] ?? 'AÏE !', force: Math.min(3, all), note: word('beat.hurt', { b: fact.blessure, f: fact.fatigue }) };
    }
    default:
      return stateBeat(fact, before);
  }
}

function stateBeat(fact: Fact, before: View): Beat | undefined {
  switch (fact.t) {
    case 'critical':
      return { who: fact.who, word: 'AARGH !', force: 3, note: word(`critical.${fact.effect}`) };
    case 'status':
      return fact.status === 'out'
        ? { who: fact.who, word: 'K.O. !', force: 3, falls: true }
        : { who: fact.who, note: word(`status.${fact.status}`), falls: fact.status === 'fainted' };
    case 'falls':
      return { who: fact.who, word: 'POUF !', force: 1, falls: true };
    case 'drops':
      return { who: fact.who, word: 'CLING !', force: 1 };
    case 'breaks':
      return { who: fact.who, word: 'CRAC !', force: 2 };
    case 'impaled':
      return { who: fact.who, word: 'SHLOK !', force: 3 };
    case 'loses':
      return { who: fact.who, note: word('beat.loses', { n: fact.actions }) };
    case 'engaged':
      return { who: fact.who, target: fact.with, note: word('beat.engaged') };
    case 'parted':
      return { who: fact.who, target: fact.with, note: word('beat.parted') };
    case 'seized':
      return { who: fact.who, word: 'GRRR !', force: 2 };
    case 'freed':
      return { who: fact.who, word: 'OUF !', force: 1 };
    case 'afraid':
      return { who: fact.who, word: 'BRRR !', force: 2, note: word('beat.afraid', { n: fact.dice }) };
    case 'cries':
      return { who: fact.who, word: fact.cry === 'carnix' ? 'WHOOOON !' : fact.cry === 'cri' ? 'YAAAAH !' : 'BEUARGH !', force: 3 };
    case 'survives':
      return { who: fact.who, word: 'SURVIE !', force: 3 };
    case 'tactics':
      return { banner: word('beat.tactics', { n: fact.bonus }) };
    case 'head':
      return { who: fact.who, word: 'TCHAK !', force: 3 };
    case 'spoke':
      return { banner: word('beat.spoke') };
    case 'concedes':
      return { banner: word('beat.concedes') };
    default:
      void before;
      return undefined;
  }
}

/** The beats of a notice, in order. */
export const beatsOf = (notice: Notice, before: View): Beat[] => notice.facts.flatMap((fact) => beatOf(fact, before) ?? []);

/** Where a beat happens. */
export function focusOf(beat: Beat, scene: Scene): XY[] {
  const people = [beat.who, beat.target].flatMap((who) => tokenBy(scene, who)?.place ?? []);
  return [...people, ...(beat.path ?? []).map(middle)];
}

const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/** A place along a way of straight stretches. */
function along(way: readonly XY[], t: number): { at: XY; angle: number } {
  const far = (way.length - 1) * ease(t);
  const n = Math.min(way.length - 2, Math.floor(far));
  const [from, to] = [way[n] as XY, way[n + 1] as XY];
  const share = far - n;
  return {
    at: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
    angle: (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI,
  };
}

/** Poses while a beat lasts. */
export const posesOf: PosesOf<Scene, Beat, Pose> = (beat, before, after, t) => {
  const token = tokenBy(after, beat.who);
  const old = tokenBy(before, beat.who);
  if (!token) return {};
  if (beat.path && old) {
    const way = [old.place, ...beat.path.map(middle)];
    if (way.length < 2) return {};
    const { at, angle } = along(way, t);
    const hop = beat.gait === 'jump' ? Math.sin(Math.PI * t) * 30 : beat.gait === 'push' ? 0 : Math.abs(Math.sin(Math.PI * t * way.length)) * 4;
    return {
      [token.id]: { dx: at.x - token.place.x, dy: at.y - hop - token.place.y, ...(beat.gait === 'push' ? { tilt: 40 * Math.sin(Math.PI * t) } : { angle }) },
    };
  }
  const target = tokenBy(after, beat.target);
  if (beat.lunge && target) {
    const far = Math.hypot(target.place.x - token.place.x, target.place.y - token.place.y) || 1;
    const reach = Math.sin(Math.PI * Math.min(1, t * 1.6)) * 16;
    return { [token.id]: { dx: ((target.place.x - token.place.x) / far) * reach, dy: ((target.place.y - token.place.y) / far) * reach } };
  }
  if (beat.falls) return { [token.id]: { dx: 0, dy: 0, tilt: 82 * ease(t) } };
  if (beat.force !== undefined && t < 0.5) return { [token.id]: { dx: Math.sin(t * 50) * 3 * (1 - 2 * t), dy: 0 } };
  return {};
};

export type MapAnimator = Animator<Scene, Beat, Pose>;
export { tokenId };
