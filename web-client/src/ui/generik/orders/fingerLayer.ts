/** What the hand on the table lays over it: the way there, or the odds against whoever is pointed at. */
import type { Fig, View, WayThere } from '../../../protocol/generik';
import type { Layer } from '../../../surface/plane/desk.svelte';
import { far } from '../../../surface/plane/geometry';
import type { Overlay, PathDraft } from '../../../surface/plane/tools';
import { oddsOn, rangeOf } from '../model/layer';
import type { Session } from '../session.svelte';
import { pathVerdict, sightLine } from '../table/advice';
import { BASE_U } from '../table/plane';
import type { Pt } from '../table/types';
import type { Finger } from './finger.svelte';
import { armName } from './planLayer';

/** The layer of one's own phase while nothing else is prepared. */
export function fingerLayer(finger: Finger, session: Session, view: View): Layer | null {
  const fig = session.picked;
  const now = fig === null ? undefined : view.scene.figures[fig];
  if (fig === null || now?.seat !== session.seat) return null;
  const { offer, target } = finger;
  const overlay: Overlay = { selected: fig, steady: true };
  if (target !== null) overlay.aimed = target;
  if (offer && 'way' in offer) overlay.path = wayOn(fig, now.at, offer.way);
  else if (finger.to && !finger.why) overlay.path = { fig, points: [finger.to] };
  if (offer && 'attack' in offer) {
    const { act, blows } = offer.attack;
    overlay.odds = blows.flatMap((blow) => oddsOn(view, blow, armName(view, fig, act)));
    overlay.sight = blows.flatMap((blow) => (blow.sight ? (sightLine(fig, blow.sight) ?? []) : []));
    const range = act.act === 'shoot' ? rangeOf(view, fig, act.weapon) : undefined;
    if (range) overlay.range = range;
  }
  const enemyAt = (at: Pt): number | undefined => {
    const under = view.scene.figures.findIndex((one) => one.seat !== session.seat && one.status === 'on_table' && far(one.at, at) <= BASE_U);
    return under < 0 ? undefined : under;
  };
  return {
    overlay,
    leave: () => {
      if (finger.points) finger.leave();
      else session.picked = null;
    },
    pick: (tap) => finger.tap(tap),
    hand: { tap: (tap) => finger.tap(tap), grab: (at, slack) => (far(now.at, at) <= BASE_U + slack / 2 ? finger.grab(enemyAt) : undefined) },
  };
}

function wayOn(fig: Fig, start: Pt, { act, path, climb, end }: WayThere): PathDraft {
  const draft: PathDraft = { fig, points: act.act === 'move' ? act.path : [end] };
  if (path) return { ...draft, verdict: pathVerdict(path, start, draft) };
  return { ...draft, verdict: { ok: true, walked: [start, end], length: 0, cost: 0, budget: 0, da: climb?.cost ?? 0 } };
}
