import { describe, expect, it } from 'vitest';
import { word } from '../../../i18n/baston';
import { setLang } from '../../../i18n/index.svelte';
import type { Ask, Command, Question, View } from '../../../protocol/baston';
import { alike, questionsOf } from '../../../store/testdata/questions';
import { armsOf, folded, sortOf } from './choices';
import { choiceText } from './say';

const kept = questionsOf<View, Ask, Command>('baston').flatMap(({ ask, view }) => ('options' in ask ? [{ question: ask as Question, view }] : []));

/** The answers that a panel shows together, in its words: all of them, or the weapons and then the places of one weapon. */
function told(whole: Question, view: View): string[] {
  const question = folded(whole, view);
  const arms = armsOf(question);
  if (arms.length === 0) return alike(question.options, (choice) => choiceText(choice, question, view));
  const places = (arm: number | null) =>
    question.options.flatMap((choice) => {
      const it = sortOf(choice);
      return it.sort === 'blow' && it.item === arm ? [it.part] : [];
    });
  return [
    ...alike(arms, (item) => choiceText(item === null ? 'fist' : { item }, question, view)),
    ...arms.flatMap((arm) => alike(places(arm), (part) => word(`part.${part}`))),
  ];
}

describe.each(['fr', 'en'] as const)('answers in %s', (lang) => {
  it('read differently where they differ', async () => {
    await setLang(lang);
    expect(kept.length).toBeGreaterThan(40);
    expect(kept.flatMap(({ question, view }) => told(question, view))).toEqual([]);
  });
});
