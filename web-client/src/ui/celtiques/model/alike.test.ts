import { beforeAll, describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import type { Ask, Command, View, Who } from '../../../protocol/celtiques';
import { alike, questionsOf } from '../../../store/testdata/questions';
import { house } from '../testdata/view';
import { choiceText } from './choices';
import { deedsOf, deedText, distinct, distinctMinors, minorText, sortOf, SORTS, targetOf, targetsOf } from './deeds';

const kept = questionsOf<View, Ask, Command>('celtiques');

beforeAll(() => void house());

/** Returns the deeds with the same text among those that the panel shows together: of one sort, at one target. */
function done(options: readonly Command[], view: View, who: Who): string[] {
  const deeds = distinct(deedsOf(options, who), view.known[who]?.weapons);
  const targets = targetsOf(deeds);
  return [...targets, null].flatMap((target) =>
    SORTS.flatMap((sort) =>
      alike(
        deeds.filter((deed) => sortOf(deed) === sort && (targetOf(deed) === null || targetOf(deed) === target)),
        (deed) => deedText(view, who, deed, sort === 'prepare'),
      ),
    ),
  );
}

/** Returns the small acts with the same text among those that a fighter may be ordered in a segment. */
function ordered(options: readonly Command[], view: View): string[] {
  const orders = options.flatMap((option) => (typeof option === 'object' && 'orders' in option ? option.orders.orders : []));
  return [...new Set(orders.map(([who]) => who))].flatMap((who) => {
    const minors = orders.flatMap(([one, { minor }]) => (one === who && minor ? [minor] : []));
    return alike(distinctMinors(minors, view.known[who]?.weapons), (minor) => minorText(view, who, minor));
  });
}

describe.each(['fr', 'en'] as const)('answers in %s', (lang) => {
  it('read differently where they differ', async () => {
    await setLang(lang);
    const found = kept.flatMap(({ ask, view, options }) => {
      if ('choose' in ask) return alike(ask.choose.options, (choice) => choiceText(choice, ask.choose));
      if ('act' in ask) return done(options, view, ask.act.who);
      if ('orders' in ask) return ordered(options, view);
      return 'batch' in ask ? ask.batch.whos.flatMap((who) => done(options, view, who)) : [];
    });
    expect(kept.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });
});
