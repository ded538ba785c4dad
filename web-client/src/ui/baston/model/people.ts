/** Who is who, and who has what, read from a view. */
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
