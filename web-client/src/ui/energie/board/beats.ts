/** The beats of facts on the page, with one focus each. Contains assignments only, and no rule. */
import { boardText as t } from '../../../i18n/energie/board';
import { word } from '../../../i18n/energie/word';
import type { Fact, View, Weapon, Who } from '../../../protocol/energie';
import type { XY } from '../../../surface/camera';
import type { DieShow } from '../../../surface/dice';
import { Animator, type Shown } from '../../../surface/animator.svelte';
import { along, ease, lunge, shake, towards, type Pose } from '../../../surface/course';
import { byKind } from '../../house/kinds';
import { tableText } from '../../house/words';
import { nameOf } from '../model/people';
import { middleOf, tokenById, tokenId, tokenOf, wayOf, type PageScene } from './scene';

export interface Beat extends Shown {
  readonly kind: 'move' | 'blow' | 'shot' | 'hurt' | 'fall' | 'tell' | 'place';
  readonly who?: string | undefined;
  readonly target?: string | undefined;
  /** The points that are passed. */
  readonly path?: readonly XY[];
  /** The places of the beat besides those of its characters. */
  readonly at?: readonly XY[];
  /** The sound, such as PAF, and its strength, 1 to 3. */
  readonly word?: string | undefined;
  readonly force?: number;
  /** A note of a few words, on a tag. */
  readonly note?: string | undefined;
  /** The missile. */
  readonly flies?: 'bullet' | 'blade' | 'bomb' | 'mind';
}

export type PageAnimator = Animator<PageScene, Beat, Pose>;

/** The sounds of weapons, and their missiles; the first that fits counts. */
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

/** Returns the dice of a test, with what they need. */
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

/** The weapon of the last attack before a fact, which its result does not name. */
export interface Told {
  weapon?: Weapon | undefined;
}

type By = { readonly who: Who };
const tells = ({ who }: By, more: Partial<Beat> = {}): Beat => ({ kind: 'tell', who: on(who), ...more });
const holds = (fact: By & { readonly weapon: Weapon }): Beat => tells(fact, { note: word(`weapon.${fact.weapon}`) });
const readies = (fact: By): Beat => tells(fact, { word: 'CLIC CLAC !' });
const meddles = (who?: Who | null): Beat => ({ kind: 'tell', note: word('role.mj'), who: on(who) });
const places = ({ who }: By): Beat => ({ kind: 'place', who: on(who) });
const middles = (scene: PageScene, zones: readonly number[]): XY[] => zones.flatMap((zone) => (scene.panels[zone] ? [middleOf(scene.panels[zone])] : []));
const apart = (scene: PageScene, one: Who, other: Who | null): boolean => tokenOf(scene, one)?.zone !== tokenOf(scene, other)?.zone;

/** Returns the beat of a fact; `undefined` for a fact of which nothing is drawn. `told` is kept from fact to fact. */
export const beatOf = byKind<Fact, [view: View, scene: PageScene, told: Told], Beat | undefined>({
  turn: ({ turn }) => ({ kind: 'tell', banner: tableText('turn', { n: turn }) }),
  stage: ({ stage }) => (stage === 'fight' ? { kind: 'tell', banner: word('stage.fight') } : undefined),
  burns: ({ zones }, _, scene) => ({ kind: 'tell', at: middles(scene, zones), banner: t('danger'), word: 'FWOUCH !', force: 3 }),
  zone: ({ zone, now }, _, scene) => ({ kind: 'tell', at: middles(scene, [zone]), word: now.fire_until > 0 ? 'FWOUCH !' : undefined }),
  mine: ({ zone }, _, scene) => ({ kind: 'tell', at: middles(scene, [zone]), word: 'BAOUM !', force: 3 }),
  door({ link, door }, _, scene) {
    const gutter = scene.gutters[link];
    return { kind: 'tell', at: gutter ? [gutter.middle] : [], word: 'CLAC !', note: word(`door.${door}`) };
  },
  pending: () => meddles(),
  meddled: ({ who }) => meddles(who),
  shifted: () => meddles(),
  aims(fact, _, scene, told) {
    told.weapon = fact.weapon;
    const [, flies] = soundOf(fact.weapon);
    const at = fact.zone === null ? [] : middles(scene, [fact.zone]);
    return { ...holds(fact), target: on(fact.at), at, ...(flies && apart(scene, fact.who, fact.at) ? { flies } : {}) };
  },
  test: (fact, view) => tells(fact, { target: on(fact.against), dice: diceOf(fact, view) }),
  guarded: (fact) => tells(fact, { target: on(fact.target), word: 'HOP LÀ !', force: 2 }),
  reacted: (fact) => tells(fact, { word: 'ATTENTION !', force: 2, note: t('position', { n: fact.position }) }),
  struck(fact, _, scene, told) {
    const [sound, flies] = soundOf(told.weapon);
    const both = { kind: flies && apart(scene, fact.who, fact.target) ? 'shot' : 'blow', who: on(fact.who), target: on(fact.target) } as const;
    const shot = flies ? { flies } : {};
    if (fact.verdict === 'hit') return { ...both, word: sound, force: fact.critical ? 3 : 2, note: `−${fact.sum.damage} PE`, ...shot };
    if (fact.verdict === 'disarms') return { ...both, word: 'CLING !', force: 2 };
    if (fact.verdict === 'no_effect') return { ...both, target: undefined, word: 'TONG !' };
    return { ...both, word: 'FWIP !', ...shot };
  },
  fumbled: ({ who, jammed }) => ({ kind: 'hurt', who: on(who), word: jammed ? 'CLIC…' : 'OUPS !', force: 2 }),
  placed: places,
  joined: places,
  moved({ who, path }, _, scene) {
    const token = tokenOf(scene, who);
    return { kind: 'move', who: on(who), path: token ? wayOf(scene, token.place, path, token.zone) : [] };
  },
  pe: (fact) =>
    fact.change < 0
      ? { kind: 'hurt', who: on(fact.who), note: `−${-fact.change} PE`, word: fact.cause === 'attack' ? undefined : 'AÏE !' }
      : tells(fact, { note: `+${fact.change} PE` }),
  fell: ({ who }) => ({ kind: 'fall', who: on(who), word: 'K.O. !', force: 3 }),
  prone: (fact) => (fact.prone ? { kind: 'fall', who: on(fact.who), word: 'POUF !' } : tells(fact)),
  position: (fact) => (fact.position > 0 ? tells(fact, { note: t('position', { n: fact.position }) }) : undefined),
  pool: (fact) => tells(fact, { note: t('pool', { n: fact.pool }) }),
  prepared: (fact) => (fact.prepared > 0 ? tells(fact, { note: word('edge.prepared') }) : undefined),
  helped: (fact) => tells(fact, { target: on(fact.target), note: word('beat.helped') }),
  hindered: (fact) => tells(fact, { target: on(fact.target), note: word('beat.hindered') }),
  lost: (fact) => tells(fact, { note: t('debt') }),
  console: (fact) => tells(fact, { word: fact.done ? 'BIP BIP !' : 'BZZT…' }),
  left: (fact) => tells(fact, { note: t('left') }),
  surrendered: (fact) => tells(fact, { note: t('gaveUp') }),
  drew: holds,
  dropped: holds,
  gathered: holds,
  cleared: readies,
  loaded: readies,
  shielded: (fact) => (fact.by === null ? undefined : tells(fact, { note: t('shield') })),
});

/** Returns how far each figure is from its place in the scene, at a share of a beat. */
function posesOf(beat: Beat, before: PageScene, after: PageScene, share: number): Record<string, Pose> {
  const poses: Record<string, Pose> = {};
  for (const token of after.tokens) {
    const was = tokenById(before, token.id);
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
  const [a, b] = beat.kind === 'blow' ? [beat.who, beat.target].map((id) => tokenById(after, id)) : [];
  if (a && b) {
    poses[a.id] = lunge(a.place, b.place, share, 46);
    const { x } = towards(a.place, b.place);
    if (share > 0.3) poses[b.id] = { dx: x * 14 * Math.sin(((share - 0.3) / 0.7) * Math.PI), dy: 0, tilt: (x < 0 ? -1 : 1) * 9 * (1 - share) };
  }
  if (beat.kind === 'hurt' && beat.who) poses[beat.who] = shake(share, 7);
  return poses;
}

/** Returns an animator that shows a scene. */
export const pageAnimator = (scene: PageScene): PageAnimator => new Animator(scene, posesOf);

/** Returns the places that have to be in view during a beat. */
export function focusOf(beat: Beat, scene: PageScene): XY[] {
  // The middle of a body is above its place, which is its foot.
  const people = [beat.who, beat.target].flatMap((id) => {
    const token = tokenById(scene, id);
    return token ? { x: token.place.x, y: token.place.y - 44 * token.size } : [];
  });
  return [...people, ...(beat.at ?? []), ...(beat.path ?? [])];
}
