/** The beats of facts on the map. Contains assignments only, and no rule. */
import type { Hex } from '../../../protocol';
import type { Fact, View, Who } from '../../../protocol/celtiques';
import type { Animator, PosesOf, Shown } from '../../../surface/animator.svelte';
import type { XY } from '../../../surface/camera';
import { along, ease, lunge, shake, type Pose } from '../../../surface/course';
import type { DieShow } from '../../../surface/dice';
import { byKind } from '../../house/kinds';
import { boardText as t } from '../../../i18n/celtiques/board';
import { word } from '../../../i18n/celtiques/word';
import { targetOf } from '../model/deeds';
import { nameOf } from '../model/people';
import type { Notice } from '../session.svelte';
import { middle } from './hex';
import { tokenBy, type Scene } from './scene';

export interface Beat extends Shown {
  readonly who?: Who;
  readonly target?: Who;
  /** The sound, and its strength, 1 to 3. */
  readonly word?: string;
  readonly force?: number;
  readonly note?: string;
  readonly path?: readonly Hex[];
  /** The way in which a fighter moves, as it is drawn. */
  readonly gait?: 'walk' | 'run' | 'jump' | 'push';
  /** Whether it is a blow, at which the attacker leans forward. */
  readonly lunge?: boolean;
  /** Whether a missile flies from `who` to `target`. */
  readonly flies?: boolean;
  readonly falls?: boolean;
  /** The fighters whose deeds are opened at once, each with its target. */
  readonly together?: readonly (readonly [Who, Who | null])[];
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

/** Returns the dice of a fact as they are shown. */
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

/** The beat of a fighter: a sound with its strength, or a note of a few words. */
const shouts = (who: Who, sound: string, force: number): Beat => ({ who, word: sound, force });
const notes = (who: Who, key: string, about?: object): Beat => ({ who, note: word(key, about) });

/** Returns the beat of a fact; `undefined` for a fact of which nothing is drawn. */
export const beatOf = byKind<Fact, [before: View], Beat | undefined>({
  turn: ({ turn }) => ({ banner: word('beat.turn', { n: turn }) }),
  segment: ({ segment }) => ({ banner: word('beat.segment', { n: segment }) }),
  rolled: (fact, before) => ({ who: fact.who, dice: diceOf(fact, before) }),
  announced: ({ who, actions }) => notes(who, 'beat.announced', { n: actions }),
  acts: ({ who }) => ({ who }),
  skipped: ({ who, why }) => notes(who, `why.${why}`),
  moved: ({ who, path, way }) => ({ who, path, gait: GAITS[way] ?? 'walk' }),
  strikes: ({ who, at }) => ({ who, target: at, lunge: true }),
  shoots: ({ who, at }) => ({ ...shouts(who, 'ZIP !', 1), target: at, flies: true }),
  verdict({ who, at, verdict }) {
    const [sound, force] = verdict === 'hit' ? (['TCHAC !', 2] as const) : ([verdict === 'dodged' ? 'HOP !' : 'FWIP !', 1] as const);
    return { ...shouts(who, sound, force), target: at, lunge: true };
  },
  hurt({ who, blessure, fatigue }) {
    const all = blessure + fatigue;
    if (all === 0) return notes(who, 'beat.unhurt');
    return { ...shouts(who, HURT[Math.min(4, all)] ?? 'AÏE !', Math.min(3, all)), note: word('beat.hurt', { b: blessure, f: fatigue }) };
  },
  critical: ({ who, effect }) => ({ ...shouts(who, 'AARGH !', 3), note: word(`critical.${effect}`) }),
  status: ({ who, status }) =>
    status === 'out' ? { ...shouts(who, 'K.O. !', 3), falls: true } : { ...notes(who, `status.${status}`), falls: status === 'fainted' },
  falls: ({ who }) => ({ ...shouts(who, 'POUF !', 1), falls: true }),
  drops: ({ who }) => shouts(who, 'CLING !', 1),
  breaks: ({ who }) => shouts(who, 'CRAC !', 2),
  impaled: ({ who }) => shouts(who, 'SHLOK !', 3),
  loses: ({ who, actions }) => notes(who, 'beat.loses', { n: actions }),
  engaged: (fact) => ({ ...notes(fact.who, 'beat.engaged'), target: fact.with }),
  parted: (fact) => ({ ...notes(fact.who, 'beat.parted'), target: fact.with }),
  seized: ({ who }) => shouts(who, 'GRRR !', 2),
  freed: ({ who }) => shouts(who, 'OUF !', 1),
  afraid: ({ who, dice }) => ({ ...shouts(who, 'BRRR !', 2), note: word('beat.afraid', { n: dice }) }),
  cries: ({ who, cry }) => shouts(who, cry === 'carnix' ? 'WHOOOON !' : cry === 'cri' ? 'YAAAAH !' : 'BEUARGH !', 3),
  survives: ({ who }) => shouts(who, 'SURVIE !', 3),
  tactics: ({ bonus }) => ({ banner: word('beat.tactics', { n: bonus }) }),
  head: ({ who }) => shouts(who, 'TCHAK !', 3),
  spoke: () => ({ banner: word('beat.spoke') }),
  concedes: () => ({ banner: word('beat.concedes') }),
});

/** Returns the beats of a notice, in order. */
export const beatsOf = (notice: Notice, before: View): Beat[] => notice.facts.flatMap((fact) => beatOf(fact, before) ?? []);

/** Returns one beat for the deeds of a step and of those in a row around it, opened together; `null` without a deed or for one alone. */
export function togetherOf(steps: readonly { readonly notice: Notice }[], at: number): Beat | null {
  const deedAt = (n: number) => steps[n]?.notice.facts.find((fact) => fact.t === 'acts');
  let [first, end] = [at, at];
  while (deedAt(first - 1)) first -= 1;
  while (deedAt(end)) end += 1;
  const deeds = steps.slice(first, end).flatMap((_, n) => deedAt(first + n) ?? []);
  if (end === at || deeds.length < 2) return null;
  return { together: deeds.map(({ who, deed }) => [who, targetOf(deed)] as const), banner: t('together') };
}

/** Returns the places at which a beat happens. */
export function focusOf(beat: Beat, scene: Scene): XY[] {
  const people = [beat.who, beat.target, ...(beat.together ?? []).flat()].flatMap((who) => tokenBy(scene, who)?.place ?? []);
  return [...people, ...(beat.path ?? []).map(middle)];
}

/** Returns the poses of the figures while a beat lasts. */
export const posesOf: PosesOf<Scene, Beat, Pose> = (beat, before, after, t) => {
  const token = tokenBy(after, beat.who);
  const old = tokenBy(before, beat.who);
  if (!token) return {};
  if (beat.path && old) {
    const way = [old.place, ...beat.path.slice(0, -1).map(middle), ...(beat.path.length > 0 ? [token.place] : [])];
    if (way.length < 2) return {};
    const { angle, ...at } = along(way, ease(t));
    const hop = beat.gait === 'jump' ? Math.sin(Math.PI * t) * 30 : beat.gait === 'push' ? 0 : Math.abs(Math.sin(Math.PI * t * way.length)) * 4;
    return {
      [token.id]: { dx: at.x - token.place.x, dy: at.y - hop - token.place.y, ...(beat.gait === 'push' ? { tilt: 40 * Math.sin(Math.PI * t) } : { angle }) },
    };
  }
  const target = tokenBy(after, beat.target);
  if (beat.lunge && target) return { [token.id]: lunge(token.place, target.place, t, 16) };
  if (beat.falls) return { [token.id]: { dx: 0, dy: 0, tilt: 82 * ease(t) } };
  if (beat.force !== undefined && t < 0.5) return { [token.id]: shake(2 * t, 3) };
  return {};
};

export type MapAnimator = Animator<Scene, Beat, Pose>;
