import { beforeAll, describe, expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import type { Act, Ask, Catalogue, Command, View, Who } from '../../../protocol/energie';
import catalogueJson from '../../../protocol/energie/catalogue.json';
import { alike, questionsOf } from '../../../store/testdata/questions';
import { pageScene } from '../board/scene';
import { catalogue } from '../catalogue.svelte';
import { nameOf, zoneName } from '../model/people';
import { told, type Short } from '../question/answers';
import { kindOf, kindsOf, offersAt, sameSubject, subjectOf, type Subject } from './offers';
import { kindName, offerText } from './words';

const known = catalogueJson as unknown as Catalogue;
const kept = questionsOf<View, Ask, Command>('energie');

beforeAll(() => {
  catalogue.found = known;
});

/** Returns what has the same text among what an activation shows together: kinds, subjects of a kind, or offers for a subject. */
function acted(acts: readonly Act[], view: View, who: Who): string[] {
  const scene = pageScene(view, known);
  const one = view.scene.fighters[who];
  const [from, arms] = [one?.zone ?? 0, one?.arms ?? []];
  const subjects = (of: readonly Act[]) =>
    of.map((act) => subjectOf(act, scene, from)).filter((one, n, all) => all.findIndex((other) => sameSubject(one, other)) === n);
  const name = (one: Subject) => (one.is === 'who' ? nameOf(view, one.n) : one.is === 'zone' ? zoneName(view, one.n) : `${one.is} ${'n' in one ? one.n : ''}`);
  const kinds = kindsOf(acts);
  return [
    ...alike(kinds, kindName),
    ...kinds.flatMap((kind) => alike(subjects(acts.filter((act) => kindOf(act) === kind)), name)),
    ...[null, ...kinds].flatMap((kind) =>
      subjects(acts).flatMap((subject) => alike(offersAt(acts, kind, subject, scene, from, arms), (act) => offerText(act, kind, view, scene, who))),
    ),
  ];
}

describe.each(['fr', 'en'] as const)('answers in %s', (lang) => {
  it('read differently where they differ', async () => {
    await setLang(lang);
    const found = kept.flatMap(({ ask, view, options }) => {
      const acts = options.flatMap((option) => (typeof option === 'object' && 'act' in option ? [option.act.act] : []));
      if ('act' in ask) return acted(acts, view, ask.act.who);
      const short = ['guard', 'stabilise', 'death', 'vote', 'clause'].some((tag) => tag in ask);
      return short ? alike(told(ask as Short, view).answers, ({ text }) => text) : [];
    });
    expect(kept.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });
});
