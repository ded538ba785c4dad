/** Announcements and deeds of the turn that are decided before the question. Contains assignments only, and no rule. */
import type { Deed, Intention, Standing, View, Who } from '../../../protocol/celtiques';
import { able } from '../board/scene';
import { sameThing } from '../../../text/tagged';
import { slotsOf } from './track';

/** Returns the standing orders of the view with a change. */
export function stood(view: View, change: Partial<Standing>): Standing {
  const { habits = [], quiet, presets, intentions } = { ...view.mine?.standing, ...change };
  return { habits, ...(quiet ? { quiet } : {}), ...(presets?.length ? { presets } : {}), ...(intentions?.length ? { intentions } : {}) };
}

/** Returns the number of actions that is preset for a fighter in this turn; `undefined` without a preset. */
export const presetNow = ({ scene, mine }: View, who: Who): number | undefined =>
  mine?.standing.presets?.find((one) => one.who === who && one.turn === scene.turn)?.actions;

/** Returns the preset of a fighter that has yet to announce; `null`: the player is asked. `undefined`: there is nothing to preset. */
export function presetOf(view: View, who: Who): number | null | undefined {
  const { scene } = view;
  if (scene.stage !== 'announce' || scene.segment > 0 || scene.fighters[who]?.turn.announced != null) return undefined;
  return presetNow(view, who) ?? null;
}

/** Returns the change of the standing orders that presets an announcement; `null` removes the preset. */
export function withPreset(view: View, who: Who, actions: number | null): Partial<Standing> {
  const rest = (view.mine?.standing.presets ?? []).filter((one) => one.who !== who);
  return { presets: actions === null ? rest : [...rest, { who, turn: view.scene.turn, actions }] };
}

/** Returns the heartbeats of the turn on which a fighter still acts, this one included until it has acted. */
export function slotsAhead(view: View, who: Who): number[] {
  const now = view.scene.fighters[who];
  return slotsOf(now?.turn.slots ?? 0).filter((segment) => segment >= view.scene.segment);
}

/** Returns the intention of a fighter for a heartbeat of this turn. */
export const intentionOf = (view: View, who: Who, segment: number): Intention | undefined =>
  view.mine?.standing.intentions?.find((one) => one.who === who && one.turn === view.scene.turn && one.segment === segment);

/** Returns the change of the standing orders that sets an intention; `null` removes it. */
export function withIntention(view: View, who: Who, segment: number, deed: Deed | null): Partial<Standing> {
  const rest = (view.mine?.standing.intentions ?? []).filter((one) => one.who !== who || one.segment !== segment);
  const next = { who, turn: view.scene.turn, segment, blessure: 0, fatigue: 0 };
  return { intentions: deed === null ? rest : [...rest, { ...next, deed }] };
}

/** Returns the change of the standing orders that sets several intentions: the fighter, the heartbeat, the deed. */
export const withIntentions = (view: View, list: readonly (readonly [Who, number, Deed])[]): Partial<Standing> =>
  list.reduce<Partial<Standing>>((change, [who, segment, deed]) => {
    const standing = { habits: [], ...view.mine?.standing, ...change };
    return withIntention({ ...view, mine: { ...view.mine, standing } }, who, segment, deed);
  }, {});

/** Returns the deeds that are offered for a heartbeat: `null` to be asked, a plain blow at each enemy, and the intention that is set. */
export function intendable(view: View, who: Who, segment: number): (Deed | null)[] {
  const own = view.known[who]?.side;
  const blows = view.known.filter((one) => one.side !== own && able(view, one.who)).map((one): Deed => ({ act: { strike: { at: one.who } } }));
  const now = intentionOf(view, who, segment)?.deed;
  return [null, ...blows, ...(now && !blows.some((deed) => sameThing(deed, now)) ? [now] : [])];
}

/** Returns what can be repeated of a deed at the next heartbeat: the blow or the shot, without the way to it; `null` for other deeds. */
export function again({ act }: Deed): Deed | null {
  if (typeof act === 'string') return null;
  if ('shoot' in act) return { act: { shoot: { at: act.shoot.at, with: act.shoot.with } } };
  if (!('strike' in act)) return null;
  const { at, fists, estoc, zone } = act.strike;
  return { act: { strike: { at, ...(fists ? { fists } : {}), ...(estoc ? { estoc } : {}), ...(zone == null ? {} : { zone }) } } };
}
