import type { Ask, Fact, View } from '../../protocol/generik';
import type { Comic } from '../comic/comic';
import { telling } from './telling';
import type { OwnUi } from '../ruleset';
import Board from './Board.svelte';
import Log from './Log.svelte';
import { afterText } from '../../i18n/generik/after';
import { countOf, partsOf, unfought } from './model/count';
import { askedText, momentText } from './model/say';
import Orders from './Orders.svelte';
import Question from './Question.svelte';
import Ranks from './Ranks.svelte';
import { Session } from './session.svelte';

const ui: OwnUi<View, Fact, Session> = {
  telling,
  session: (room) => new Session(room),
  Board,
  Ranks,
  Orders,
  Question,
  Log,
  asked: (ask, view) => askedText(ask as Ask, view),
  moment: momentText,
  bands: (view) => view.setup.bands.map((band) => band.name),
  count: ({ steps }, seat) =>
    partsOf(
      countOf(
        steps.flatMap((step) => step.notice.facts),
        seat,
      ),
    ),
  comic: async () => ({ default: (await import('./comic')).default as Comic }),
  verdict: (timeline) => (unfought(timeline.steps.flatMap((step) => step.notice.facts)) ? afterText('unfought') : null),
};

export default ui;
