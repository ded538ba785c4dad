import '../../i18n/baston';
import type { Fact, View } from '../../protocol/baston';
import type { Comic } from '../comic/comic';
import { telling } from './telling';
import type { OwnUi } from '../ruleset';
import Board from './Board.svelte';
import Log from './Log.svelte';
import Orders from './Orders.svelte';
import Question from './Question.svelte';
import Ranks from './Ranks.svelte';
import { Session } from './session.svelte';

const comic = async () => ({ default: (await import('./comic')).default as Comic });

const ui: OwnUi<View, Fact, Session> = { telling, session: () => new Session(), Board, Ranks, Orders, Question, Log, sheets: true, comic };

export default ui;
