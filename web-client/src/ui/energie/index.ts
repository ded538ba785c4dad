import type { Ask, Fact, View } from '../../protocol/energie';
import { word } from '../../i18n/energie/word';
import type { Comic } from '../comic/comic';
import { houseOf } from '../house/presented.svelte';
import { tagged } from '../house/tagged';
import type { OwnUi } from '../ruleset';
import Board from './Board.svelte';
import Orders from './Orders.svelte';
import Question from './Question.svelte';
import Ranks from './Ranks.svelte';
import { Session } from './session.svelte';

/** The open question in two lines: whoever waits is told whom it is about. */
function asked(ask: unknown, view: View, mine: boolean, player: (seat: number) => string): readonly [string, string] | null {
  const found = tagged(ask as Ask);
  const house = houseOf('energie');
  if (!found || !house) return null;
  const key = !mine && house.has(`asked.${found.tag}`) ? `asked.${found.tag}` : mine ? `ask.${found.tag}` : '';
  return key === '' ? null : [house.say(key, found.body, player, undefined, undefined, view), ''];
}

const ui: OwnUi<View, Fact, Session> = {
  session: (room) => new Session(room),
  Board,
  Ranks,
  Orders,
  Question,
  asked,
  moment: (view) => word('moment', view, view),
  bands: (view) => view.setup.bands.map((band) => band.name),
  comic: async () => ({ default: (await import('./comic')).default as Comic }),
};

export default ui;
