import type { Fact, View } from '../../protocol/energie';
import type { Comic } from '../comic/comic';
import type { OwnUi } from '../ruleset';
import Board from './Board.svelte';
import Orders from './Orders.svelte';
import Question from './Question.svelte';
import Ranks from './Ranks.svelte';
import { Session } from './session.svelte';

const ui: OwnUi<View, Fact, Session> = {
  session: (room) => new Session(room),
  Board,
  Ranks,
  Orders,
  Question,
  bands: (view) => view.setup.bands.map((band) => band.name),
  comic: async () => ({ default: (await import('./comic')).default as Comic }),
};

export default ui;
