/** Who is who, and who has what, read from a view. */
import { word } from '../../../i18n/baston';
import type { Seat } from '../../../protocol';
import type { FighterView, ItemId, ItemKind, View, Who } from '../../../protocol/baston';

export interface Owned {
  readonly id: ItemId;
  readonly kind: ItemKind;
}

/** What a character carries, by number. */
export function carriedBy(view: View, who: Who): Owned[] {
  return owned(view, (place) => typeof place === 'object' && 'carried' in place && place.carried === who);
}

/** What a character wears. */
export function wornBy(view: View, who: Who): Owned[] {
  return owned(view, (place) => typeof place === 'object' && 'worn' in place && place.worn === who);
}

function owned(view: View, is: (place: View['items'][number]['place']) => boolean): Owned[] {
  return view.items.flatMap((item, id) => (is(item.place) ? [{ id, kind: item.kind }] : []));
}

/** Everybody by rank; those who have none yet come by number. */
export function byRank(view: View): FighterView[] {
  return [...view.fighters].sort((a, b) => (a.now.rank || 99) - (b.now.rank || 99) || a.who - b.who);
}

/** The characters of one seat. */
export const bandOf = (view: View, seat: Seat): FighterView[] => view.fighters.filter((one) => one.seat === seat);

type StateKey = 'stunned' | 'prone' | 'onTop' | 'holding' | 'heldBy' | 'out' | 'left' | 'waiting' | 'owes' | 'resting' | 'robbing' | 'puttingOn' | 'takingOff';

/** What ails or occupies a character, each as a key of the card's texts. */
export interface State {
  readonly key: StateKey;
  readonly params: Record<string, string | number>;
  readonly tone: 'plain' | 'bad' | 'gone';
}

export function stateOf(view: View, fighter: FighterView): State[] {
  const { now } = fighter;
  const name = (who: Who | null) => (who === null ? '' : (view.fighters[who]?.name ?? ''));
  const one = (key: StateKey, tone: State['tone'] = 'plain', params: State['params'] = {}): State => ({ key, tone, params });
  if (now.fate === 'out') return [one('out', 'gone')];
  if (now.fate === 'left') return [one('left', 'gone')];
  if (now.fate === 'waiting') return [one('waiting')];
  const states: State[] = [];
  if (now.stun > 0) states.push(one('stunned', 'bad', { n: now.stun }));
  if (now.prone) states.push(one('prone', 'bad'));
  if (now.held_by !== null) states.push(one('heldBy', 'bad', { who: name(now.held_by) }));
  if (now.holding !== null) states.push(one('holding', 'plain', { who: name(now.holding) }));
  if (now.top) states.push(one('onTop'));
  if (now.resting) states.push(one('resting'));
  else if (now.owes) states.push(one('owes'));
  if (now.task && 'rob' in now.task) states.push(one('robbing', 'plain', { who: name(now.task.rob.victim) }));
  if (now.task && 'dress' in now.task) {
    const kind = view.items[now.task.dress.item]?.kind;
    states.push(one(now.task.dress.on ? 'puttingOn' : 'takingOff', 'plain', { item: kind ? word(`the.${kind}`) : '' }));
  }
  return states;
}
