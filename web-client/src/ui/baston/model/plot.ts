/** What a scenario counts, as keys of the card's texts. Nothing is worked out here: the view says it all. */
import { lang } from '../../../i18n/index.svelte';
import type { View, Who } from '../../../protocol/baston';

type Key =
  | 'callOn'
  | 'callNone'
  | 'callMade'
  | 'phoneLeft'
  | 'entered'
  | 'enteredNone'
  | 'byWindow'
  | 'boxWith'
  | 'boxAt'
  | 'boxOut'
  | 'boxWindow'
  | 'stageHeld'
  | 'lastTurn';

export interface Counter {
  readonly key: Key;
  readonly params: Record<string, string | number>;
}

export function countersOf(view: View): Counter[] {
  const { plot } = view;
  const name = (who: Who) => view.fighters[who]?.name ?? '';
  const one = (key: Key, params: Counter['params'] = {}): Counter => ({ key, params });
  const counters: Counter[] = [];
  if (view.scenario === 'SCN-01') {
    const names = new Intl.ListFormat(lang()).format(plot.entered.map(name));
    counters.push(plot.entered.length > 0 ? one('entered', { names }) : one('enteredNone'));
    if (plot.by_window) counters.push(one('byWindow'));
  }
  if (view.scenario === 'SCN-02') {
    if (plot.called !== null) counters.push(one('callMade', { turn: plot.called }));
    else counters.push(plot.call ? one('callOn', { who: name(plot.call[0]), n: plot.call[1] }) : one('callNone'));
    counters.push(one('phoneLeft', { n: view.phones.filter((gone) => !gone).length }));
  }
  if (view.scenario === 'SCN-03') counters.push(...box(view, one));
  if (view.scenario === 'SCN-04') counters.push(one('stageHeld'));
  if (plot.last_turn !== null) counters.push(one('lastTurn', { turn: plot.last_turn }));
  return counters;
}

function box(view: View, one: (key: Key, params?: Counter['params']) => Counter): Counter[] {
  const name = (who: Who) => view.fighters[who]?.name ?? '';
  if (view.plot.carried_out) {
    const [who, window] = view.plot.carried_out;
    return [one('boxOut', { who: name(who) }), ...(window ? [one('boxWindow')] : [])];
  }
  const place = view.items.find((item) => item.kind === 'caisse')?.place;
  if (typeof place !== 'object') return [];
  if ('carried' in place) return [one('boxWith', { who: name(place.carried) })];
  return 'at' in place ? [one('boxAt', { at: place.at[0].join(', ') })] : [];
}
