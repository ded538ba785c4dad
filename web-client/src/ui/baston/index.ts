import '../../i18n/baston';
import type { Fact, View } from '../../protocol/baston';
import type { Notice } from '../../store/fold';
import type { Timeline } from '../../store/timeline.svelte';
import type { Comic } from '../comic/comic';
import { houseOf } from '../house/presented.svelte';
import { telling } from './telling';
import type { OwnUi } from '../ruleset';
import Board from './Board.svelte';
import Log from './Log.svelte';
import Orders from './Orders.svelte';
import Question from './Question.svelte';
import Ranks from './Ranks.svelte';
import { Session } from './session.svelte';

const comic = async () => ({ default: (await import('./comic')).default as Comic });

/** What decided between bands with as many points: the log says so in passing, and whoever lost asks. */
const verdict = (timeline: Timeline<View, Notice<Fact>>): string | null => {
  const tied = timeline.steps.flatMap((step) => step.notice.facts).findLast((fact) => fact.t === 'tied');
  return tied ? (houseOf('baston')?.say('fact.tied', tied, undefined, undefined, undefined, timeline.latest) ?? null) : null;
};

const ui: OwnUi<View, Fact, Session> = { telling, session: () => new Session(), Board, Ranks, Orders, Question, Log, sheets: true, comic, verdict };

export default ui;
