/** What is decided before it is asked: announcements and deeds of the turn. Assignments only; no rule is known here. */
import type { Deed, Intention, Standing, View, Who } from '../../../protocol/celtiques';
import { able } from '../board/scene';
import { sameThing } from '../../../text/tagged';
import { slotsOf } from './track';

/** The standing orders of the view with something changed. */
export function stood(view: View, change: Partial<Standing>): Standing {
  const { habits = [], quiet, presets, intentions } = { ...view.mine?.standing, ...change };
  return { habits, ...(quiet ? { quiet } : {}), ...(presets?.length ? { presets } : {}), ...(intentions?.length ? { intentions } : {}) };
}

/** The number of actions that is preset for a fighter in this turn, if one is. */
export const presetNow = ({ scene, mine }: View, who: Who): number | undefined =>
  mine?.standing.presets?.find((one) => one.who === who && one.turn === scene.turn)?.actions;

/** The preset of a fighter who is still to announce; `null`: it is asked. `undefined`: there is nothing to preset. */
export function presetOf(view: View, who: Who): number | null | undefined {
  const { scene } = view;
  if (scene.stage !== 'announce' || scene.segment > 0 || scene.fighters[who]?.turn.announced != null) return undefined;
  return presetNow(view, who) ?? null;
}

/** The standing orders with another announcement for somebody; `null`: none. */
export function withPreset(view: View, who: Who, actions: number | null): Partial<Standing> {
  const rest = (view.mine?.standing.presets ?? []).filter((one) => one.who !== who);
  return { presets: actions === null ? rest : [...rest, { who, turn: view.scene.turn, actions }] };
}

/** The heartbeats of the turn on which somebody still acts, this one included until it has acted. */
export function slotsAhead(view: View, who: Who): number[] {
  const now = view.scene.fighters[who];
  return slotsOf(now?.turn.slots ?? 0).filter((segment) => segment >= view.scene.segment);
}

/** What somebody intends to do at a heartbeat of this turn. */
export const intentionOf = (view: View, who: Who, segment: number): Intention | undefined =>
  view.mine?.standing.intentions?.find((one) => one.who === who && one.turn === view.scene.turn && one.segment === segment);

/** The standing orders with another intention; `null`: none. */
export function withIntention(view: View, who: Who, segment: number, deed: Deed | null): Partial<Standing> {
  const rest = (view.mine?.standing.intentions ?? []).filter((one) => one.who !== who || one.segment !== segment);
  const next = { who, turn: view.scene.turn, segment, blessure: 0, fatigue: 0 };
  return { intentions: deed === null ? rest : [...rest, { ...next, deed }] };
}

/** The standing orders with several intentions more: who, at which heartbeat, what. */
export const withIntentions = (view: View, list: readonly (readonly [Who, number, Deed])[]): Partial<Standing> =>
  list.reduce<Partial<Standing>>((change, [who, segment, deed]) => {
    const standing = { habits: [], ...view.mine?.standing, ...change };
    return withIntention({ ...view, mine: { ...view.mine, standing } }, who, segment, deed);
  }, {});

/** What a list offers for a heartbeat: to be asked, a plain blow at each enemy, and what is intended already. */
export function intendable(view: View, who: Who, segment: number): (Deed | null)[] {
  const own = view.known[who]?.side;
  const blows = view.known.filter((one) => one.side !== own && able(view, one.who)).map((one): Deed => ({ act: { strike: { at: one.who } } }));
  const now = intentionOf(view, who, segment)?.deed;
  return [null, ...blows, ...(now && !blows.some((deed) => sameThing(deed, now)) ? [now] : [])];
}

/** The part of a deed that can be done again at the next heartbeat: the blow or the shot, without the way to it. `null`: nothing of it. */
export function again({ act }: Deed): Deed | null {
  if (typeof act === 'string') return null;
  if ('shoot' in act) return { act: { shoot: { at: act.shoot.at, with: act.shoot.with } } };
  if (!('strike' in act)) return null;
  const { at, fists, estoc, zone } = act.strike;
  return { act: { strike: { at, ...(fists ? { fists } : {}), ...(estoc ? { estoc } : {}), ...(zone == null ? {} : { zone }) } } };
}
