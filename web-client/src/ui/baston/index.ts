import { cardText, words } from '../../i18n/baston';
import type { Fact, View } from '../../protocol/baston';
import { telling } from './telling';
import type { OwnUi } from '../ruleset';
import Board from './Board.svelte';
import Log from './Log.svelte';
import Orders from './Orders.svelte';
import Question from './Question.svelte';
import Ranks from './Ranks.svelte';
import { Session } from './session.svelte';

/** Where the game stands, in one line. */
function moment(view: View): string {
  if (view.turn === 0) return words().phase[view.phase];
  const parts = [cardText('turnOf', { turn: view.turn, turns: view.plot.last_turn ?? view.turns })];
  if (view.sequence > 0) parts.push(cardText('sequenceOf', { n: view.sequence }));
  const active = view.active === null ? undefined : view.fighters[view.active];
  parts.push(active ? `${active.name} (${cardText('rank', { n: active.now.rank })})` : words().phase[view.phase]);
  return parts.join(' · ');
}

const ui: OwnUi<View, Fact, Session> = {
  telling,
  session: () => new Session(),
  Board,
  Ranks,
  Orders,
  Question,
  Log,
  sheets: true,
  moment,
  reason: (code) => words().end[code] ?? code,
};

export default ui;
