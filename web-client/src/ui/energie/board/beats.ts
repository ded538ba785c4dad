/** What happens, cut into beats of the page: one focus each. Assignments only; no rule is known here. */
import { boardText as t } from '../../../i18n/energie/board';
import { word } from '../../../i18n/energie/word';
import type { Fact, View, Weapon, Who } from '../../../protocol/energie';
import type { XY } from '../../../surface/camera';
import type { DieShow } from '../../../surface/dice';
import { Animator, type Shown } from '../../../surface/animator.svelte';
import { nameOf } from '../model/people';
import { middleOf, tokenId, tokenOf, wayOf, type PageScene } from './scene';

export interface Beat extends Shown {
  readonly kind: 'move' | 'blow' | 'shot' | 'hurt' | 'fall' | 'tell' | 'place';
  readonly who?: string | undefined;
  readonly target?: string | undefined;
  /** The points passed. */
  readonly path?: readonly XY[];
  /** Where it happens, where nobody stands. */
  readonly at?: readonly XY[];
  /** The sound, such as PAF, and its strength, 1 to 3. */
  readonly word?: string | undefined;
  readonly force?: number;
  /** A few words on a tag. */
  readonly note?: string | undefined;
  /** What flies. */
  readonly flies?: 'bullet' | 'blade' | 'bomb' | 'mind';
}

export interface Pose {
  readonly dx: number;
  readonly dy: number;
  readonly tilt?: number;
}

export type PageAnimator = Animator<PageScene, Beat, Pose>;

/** What a weapon sounds like, and what flies; the first that fits. */
const SOUNDS: readonly [RegExp, string, Beat['flies'] | null][] = [
  [/mitrail|assaut/, 'RATATA !', 'bullet'],
  [/sniper|pompe|scie/, 'BLAM !', 'bullet'],
  [/pistolet|calibre/, 'PAN !', 'bullet'],
  [/grenade|missile|torpille|mine/, 'BOUM !', 'bomb'],
  [/molotov/, 'FWOUCH !', 'bomb'],
  [/arc|arbalete|harpon|javelot/, 'TZING !', 'blade'],
  [/taser|fouet_electrique|laser/, 'BZZT !', null],
  [/griffes/, 'SCRATCH !', null],
  [/couteau|dague|cran|rasoir|epee|hache|machette|lance|trident|lame/, 'TCHAC !', null],
  [/exo/, 'BADABOUM !', null],
];

export const soundOf = (weapon: Weapon | undefined): readonly [string, Beat['flies'] | null] => {
  const found = SOUNDS.find(([test]) => test.test(weapon ?? ''));
  return found ? [found[1], found[2]] : ['PAF !', null];
};

/** The dice of a test, with what they need. */
export function diceOf(fact: Extract<Fact, { t: 'test' }>, view: View): DieShow {
  return {
    sides: 6,
    face: fact.faces[0] ?? 1,
    faces: fact.faces,
    label: `${nameOf(view, fact.who)} · ${word(`trial.${fact.trial}`)}`,
    goal: `${fact.successes}/${fact.need} (≥ ${fact.threshold})`,
    ok: fact.successes >= fact.need,
  };
}

const on = (who: Who | null | undefined): string | undefined => (who === null || who === undefined ? undefined : tokenId(who));

/** What the last attack before a fact was made with: the result alone does not say. */
export interface Told {
  weapon?: Weapon | undefined;
}

/** What one fact looks like on the page. `told` is remembered from fact to fact. */
export function beatOf(fact: Fact, view: View, scene: PageScene, told: Told): Beat | undefined {
  return courseBeat(fact, scene) ?? fightBeat(fact, view, scene, told) ?? personBeat(fact, view, scene);
}

function courseBeat(fact: Fact, scene: PageScene): Beat | undefined {
  const middle = (zone: number): XY[] => (scene.panels[zone] ? [middleOf(scene.panels[zone])] : []);
  switch (fact.t) {
    case 'turn':
      return { kind: 'tell', banner: t('turn', { n: fact.turn }) };
    case 'stage':
      return fact.stage === 'fight' ? { kind: 'tell', banner: word('stage.fight') } : undefined;
    case 'burns':
      return { kind: 'tell', at: fact.zones.flatMap(middle), banner: t('danger'), word: 'FWOUCH !', force: 3 };
    case 'zone':
      return { kind: 'tell', at: middle(fact.zone), word: fact.now.fire_until > 0 ? 'FWOUCH !' : undefined };
    case 'mine':
      return { kind: 'tell', at: middle(fact.zone), word: 'BAOUM !', force: 3 };
    case 'door':
      return { kind: 'tell', at: scene.gutters[fact.link] ? [scene.gutters[fact.link]!.middle] : [], word: 'CLAC !', note: word(`door.${fact.door}`) };
    case 'pending':
    case 'meddled':
    case 'shifted':
      return { kind: 'tell', note: word('role.mj'), who: 'who' in fact ? on(fact.who) : undefined };
    default:
      return undefined;
  }
}

function fightBeat(fact: Fact, view: View, scene: PageScene, told: Told): Beat | undefined {
  switch (fact.t) {
    case 'aims': {
      told.weapon = fact.weapon;
      const [, flies] = soundOf(fact.weapon);
      const at = fact.zone === null ? [] : [middleOf(scene.panels[fact.zone]!)];
      const apart = tokenOf(scene, fact.who)?.zone !== tokenOf(scene, fact.at)?.zone;
      return { kind: 'tell', who: on(fact.who), target: on(fact.at), at, note: word(`weapon.${fact.weapon}`), ...(flies && apart ? { flies } : {}) };
    }
    case 'test':
      return { kind: 'tell', who: on(fact.who), target: on(fact.against), dice: diceOf(fact, view) };
    case 'guarded':
      return { kind: 'tell', who: on(fact.who), target: on(fact.target), word: 'HOP LÀ !', force: 2 };
    case 'reacted':
      return { kind: 'tell', who: on(fact.who), word: 'ATTENTION !', force: 2, note: t('position', { n: fact.position }) };
    case 'struck':
      return struckBeat(fact, scene, told);
    case 'fumbled':
      return { kind: 'hurt', who: on(fact.who), word: fact.jammed ? 'CLIC…' : 'OUPS !', force: 2 };
    default:
      return undefined;
  }
}

function struckBeat(fact: Extract<Fact, { t: 'struck' }>, scene: PageScene, told: Told): Beat {
  const [sound, flies] = soundOf(told.weapon);
  const who = on(fact.who);
  const target = on(fact.target);
  const apart = tokenOf(scene, fact.who)?.zone !== tokenOf(scene, fact.target)?.zone;
  const kind = flies && apart ? 'shot' : 'blow';
  const shot = flies ? { flies } : {};
  switch (fact.verdict) {
    case 'hit':
      return { kind, who, target, word: sound, force: fact.critical ? 3 : 2, note: `−${fact.sum.damage} PE`, ...shot };
    case 'disarms':
      return { kind, who, target, word: 'CLING !', force: 2 };
    case 'no_effect':
      return { kind, who, word: 'TONG !' };
    default:
      return { kind, who, target, word: 'FWIP !', ...shot };
  }
}

function personBeat(fact: Fact, view: View, scene: PageScene): Beat | undefined {
  switch (fact.t) {
    case 'placed':
    case 'joined':
      return { kind: 'place', who: on(fact.who) };
    case 'moved': {
      const token = tokenOf(scene, fact.who);
      return { kind: 'move', who: on(fact.who), path: token ? wayOf(scene, token.place, fact.path, token.zone) : [] };
    }
    case 'pe':
      return fact.change < 0
        ? { kind: 'hurt', who: on(fact.who), note: `−${-fact.change} PE`, word: fact.cause === 'attack' ? undefined : 'AÏE !' }
        : { kind: 'tell', who: on(fact.who), note: `+${fact.change} PE` };
    case 'fell':
      return { kind: 'fall', who: on(fact.who), word: 'K.O. !', force: 3 };
    case 'prone':
      return fact.prone ? { kind: 'fall', who: on(fact.who), word: 'POUF !' } : { kind: 'tell', who: on(fact.who) };
    case 'position':
      return fact.position > 0 ? { kind: 'tell', who: on(fact.who), note: t('position', { n: fact.position }) } : undefined;
    case 'pool':
      return { kind: 'tell', who: on(fact.who), note: t('pool', { n: fact.pool }) };
    case 'prepared':
      return fact.prepared > 0 ? { kind: 'tell', who: on(fact.who), note: t('aims') } : undefined;
    case 'helped':
    case 'hindered':
      return { kind: 'tell', who: on(fact.who), target: on(fact.target), note: word(fact.t === 'helped' ? 'beat.helped' : 'beat.hindered') };
    case 'lost':
      return { kind: 'tell', who: on(fact.who), note: t('debt') };
    case 'console':
      return { kind: 'tell', who: on(fact.who), word: fact.done ? 'BIP BIP !' : 'BZZT…' };
    case 'left':
    case 'surrendered':
      return { kind: 'tell', who: on(fact.who), note: t(fact.t === 'left' ? 'left' : 'gaveUp') };
    case 'drew':
    case 'dropped':
    case 'gathered':
      return { kind: 'tell', who: on(fact.who), note: word(`weapon.${fact.weapon}`) };
    case 'cleared':
    case 'loaded':
      return { kind: 'tell', who: on(fact.who), word: 'CLIC CLAC !' };
    case 'shielded':
      return fact.by === null ? undefined : { kind: 'tell', who: on(fact.who), note: t('shield') };
    default:
      void view;
      return undefined;
  }
}

const ease = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2);

/** The place at a share of a path of points. */
export function along(path: readonly XY[], share: number): XY {
  const lengths = path.slice(1).map((to, n) => Math.hypot(to.x - path[n]!.x, to.y - path[n]!.y));
  let left = lengths.reduce((sum, one) => sum + one, 0) * share;
  for (const [n, length] of lengths.entries()) {
    const [a, b] = [path[n]!, path[n + 1]!];
    if (left <= length && length > 0) return { x: a.x + ((b.x - a.x) * left) / length, y: a.y + ((b.y - a.y) * left) / length };
    left -= length;
  }
  return path.at(-1) ?? { x: 0, y: 0 };
}

/** How far everybody is from where the scene puts them, at a share of a beat. */
function posesOf(beat: Beat, before: PageScene, after: PageScene, share: number): Record<string, Pose> {
  const poses: Record<string, Pose> = {};
  for (const token of after.tokens) {
    const was = before.tokens.find((one) => one.id === token.id);
    if (!was) {
      if (beat.who === token.id) poses[token.id] = { dx: 0, dy: -60 * (1 - ease(share)) };
      continue;
    }
    if (was.place.x === token.place.x && was.place.y === token.place.y) continue;
    const runs = beat.who === token.id && beat.path !== undefined && beat.path.length > 1;
    const path = runs ? [...(beat.path ?? []).slice(0, -1), token.place] : [was.place, token.place];
    const here = along(path, ease(share));
    const hop = runs ? Math.abs(Math.sin(share * Math.PI * 6)) * 7 : 0;
    poses[token.id] = { dx: here.x - token.place.x, dy: here.y - token.place.y - hop };
  }
  lunge(beat, after, share, poses);
  if (beat.kind === 'hurt' && beat.who) poses[beat.who] = { dx: Math.sin(share * 28) * 7 * (1 - share), dy: 0 };
  return poses;
}

function lunge(beat: Beat, scene: PageScene, share: number, poses: Record<string, Pose>): void {
  if (beat.kind !== 'blow' || !beat.who || !beat.target) return;
  const [a, b] = [beat.who, beat.target].map((id) => scene.tokens.find((one) => one.id === id));
  if (!a || !b) return;
  const far = Math.hypot(b.place.x - a.place.x, b.place.y - a.place.y) || 1;
  const [ux, uy] = [(b.place.x - a.place.x) / far, (b.place.y - a.place.y) / far];
  const out = Math.sin(Math.min(1, share * 1.6) * Math.PI) * Math.min(46, far * 0.6);
  poses[a.id] = { dx: ux * out, dy: uy * out };
  if (share > 0.3) poses[b.id] = { dx: ux * 14 * Math.sin(((share - 0.3) / 0.7) * Math.PI), dy: 0, tilt: (ux < 0 ? -1 : 1) * 9 * (1 - share) };
}

/** An animator that shows a scene. */
export const pageAnimator = (scene: PageScene): PageAnimator => new Animator(scene, posesOf);

/** The places that a beat wants in view. */
export function focusOf(beat: Beat, scene: PageScene): XY[] {
  const people = [beat.who, beat.target].flatMap((id) => scene.tokens.find((one) => one.id === id)?.place ?? []);
  return [...people, ...(beat.at ?? []), ...(beat.path ?? [])];
}
