/** Questions and answers in the words of the moment. */
import { word } from '../../../i18n/baston';
import type { Choice, Question, View, Who } from '../../../protocol/baston';
import { tagged } from '../../../text/tagged';

/** What is asked. */
export const askText = (question: Question, view: View): string => word(`ask.${question.dec}`, question, view);

/** An answer in words, as large buttons say it. */
export function choiceText(choice: Choice, question: Question, view: View): string {
  if (typeof choice === 'object' && 'throw' in choice) {
    const { item, to, aggressive } = choice.throw;
    return throwText(item, to, aggressive, question.who, view);
  }
  const found = tagged(choice);
  return word(`answer.${found?.tag ?? ''}`, { ...question, value: found?.body }, view);
}

/** A throw in words: what, how, and where to seen from the thrower. */
export function throwText(item: number, to: readonly [number, number], aggressive: boolean, who: Who, view: View): string {
  const hit = view.fighters.find((one) => one.now.fate === 'in' && one.now.at[0] === to[0] && one.now.at[1] === to[1]);
  return word('answer.throw', { value: { item, to, aggressive }, from: view.fighters[who]?.now.at, hit: aggressive ? hit?.who : undefined }, view);
}
