/** What fighters are called: a hero as its player named it, an opponent by its kind in the language of the moment. */
import { word } from '../../../i18n/celtiques/word';
import type { Known, View, Who } from '../../../protocol/celtiques';

/** With its title. */
export const fullName = (known: Known): string => (known.foe === null ? known.name : word('name.fighter', known));

/** Without it: letter and colour tell the rest. */
export const shortName = (known: Known): string => (known.foe === null ? known.short : word('name.fighter', known));

/** What somebody of a view is called, without title. */
export const nameOf = (view: View, who: Who | null): string => {
  const known = who === null ? undefined : view.known[who];
  return known ? shortName(known) : '?';
};
