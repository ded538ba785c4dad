import type { Fact, View } from '../../protocol/celtiques';
import type { Comic } from '../comic/comic';
import type { OwnUi } from '../ruleset';
import Board from './Board.svelte';
import Orders from './Orders.svelte';
import Question from './Question.svelte';
import Ranks from './Ranks.svelte';
import { Session } from './session.svelte';

const comic = async () => ({ default: (await import('./comic')).default as Comic });

const ui: OwnUi<View, Fact, Session> = { session: (room) => new Session(room as never), Board, Ranks, Orders, Question, comic };

export default ui;
