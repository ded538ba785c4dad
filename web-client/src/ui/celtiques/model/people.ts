/** The names of fighters: a hero has the one that its player gave it, an opponent that of its kind in the current language. */
import { word } from '../../../i18n/celtiques/word';
import type { Known, View, Who } from '../../../protocol/celtiques';

/** Returns the name with the title. */
export const fullName = (known: Known): string => (known.foe === null ? known.name : word('name.fighter', known));

/** Returns the name without the title, where letter and colour identify the fighter. */
export const shortName = (known: Known): string => (known.foe === null ? known.short : word('name.fighter', known));

/** Returns the name of a fighter of a view, without title; `?` for one that is not known. */
export const nameOf = (view: View, who: Who | null): string => {
  const known = who === null ? undefined : view.known[who];
  return known ? shortName(known) : '?';
};
