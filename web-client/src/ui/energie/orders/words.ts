/** The offers of an activation in words. Contains no rule. */
import { boardText } from '../../../i18n/energie/board';
import { orderText as t } from '../../../i18n/energie/orders';
import { hasWord, word } from '../../../i18n/energie/word';
import type { Act, View, Who } from '../../../protocol/energie';
import { endOf, type PageScene } from '../board/scene';
import { fighterOf, nameOf, zoneName } from '../model/people';
import { weaponName } from '../parts/rows';
import { kindOf, partsOf, pathOf, type Kind } from './offers';

/** Returns the name of a kind of acts; without an act, the parts of its text are unknown. */
export const kindName = (kind: Kind): string => word(hasWord(`kind_of.${kind}`) ? `kind_of.${kind}` : `act.${kind}`);

/** Returns a move in words: its length, and the panels through which it leads. */
function moveName(act: Act, view: View, scene: PageScene, from: number): string {
  const path = pathOf(act);
  const metres = path.reduce((sum, link) => sum + (scene.gutters[link]?.kind.metres ?? 0), 0);
  const through = path.slice(0, -1).map((_, n) => zoneName(view, endOf(scene, path.slice(0, n + 1), from)));
  const by = through.length > 0 ? t('through', { zones: through.join(', ') }) : t('direct');
  return [boardText('metres', { n: metres }), by, ...(partsOf(act).body.leave === true ? [t('leave')] : [])].join(' · ');
}

/** Returns an offer of a character in a few words. */
export function offerName(act: Act, view: View, scene: PageScene, who: Who): string {
  const { kind, body } = partsOf(act);
  const one = fighterOf(view, who);
  if (kind === 'attack' || kind === 'charge') {
    const arm = one?.arms[body.arm as number];
    const how = kind === 'charge' ? [t('charge')] : body.strike === 'thrown' ? [t('thrown')] : body.strike === 'disarm' ? [t('disarm')] : [];
    return [arm ? weaponName(arm.weapon) : '', ...how].join(', ');
  }
  if (kind === 'move') return moveName(act, view, scene, one?.zone ?? 0);
  if (kind === 'draw' || kind === 'clear' || kind === 'load') return `${kindName(kind)} · ${weaponName(one?.arms[body.arm as number]?.weapon ?? 'poing')}`;
  if (kind === 'gather') return weaponName(body.weapon as 'poing');
  if (kind === 'rally') return (body.at as number[]).map((ally) => nameOf(view, ally)).join(' + ');
  return word(`act.${kind}`, body, view);
}

/** Returns the text of an offer among those of the same subject: of the chosen kind, or of any while none is chosen. */
export const offerText = (act: Act, kind: Kind | null, view: View, scene: PageScene, who: Who): string =>
  kind === null && !['attack', 'charge', 'move'].includes(kindOf(act)) ? word(`act.${kindOf(act)}`, partsOf(act).body, view) : offerName(act, view, scene, who);
