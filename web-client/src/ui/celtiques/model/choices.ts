/** The texts of short answers on buttons, by the number of the decision. */
import type { Advice, Choice, Question, View } from '../../../protocol/celtiques';
import { percent } from './deeds';
import { nameOf } from './people';
import { signed } from '../../../i18n/index.svelte';
import { hasWord, word } from '../../../i18n/celtiques/word';

/** Returns the key of an answer, by which its text is found. */
export function choiceKey(choice: Choice): string {
  if (typeof choice === 'string') return choice;
  if ('actions' in choice) return 'actions';
  if ('dodge' in choice) return `dodge${choice.dodge.acro ? '_acro' : ''}${choice.dodge.slot ? '_slot' : ''}`;
  if ('strike' in choice) return choice.strike === null ? 'strike' : `strike_${choice.strike}`;
  if ('surprise' in choice) return `surprise_${choice.surprise}`;
  return 'shift';
}

const about = (choice: Choice): Record<string, unknown> =>
  typeof choice === 'object' && 'actions' in choice
    ? { n: choice.actions }
    : typeof choice === 'object' && 'shift' in choice
      ? { n: signed(choice.shift) }
      : {};

/** Returns the text on the button of an answer. */
export function choiceText(choice: Choice, question: Question): string {
  const key = choiceKey(choice);
  const own = `dec.${question.dec}.${key}`;
  return word(hasWord(own) ? own : `choice.${key}`, about(choice));
}

/** Returns the text of a question. */
export function askedText(question: Question, view: View): string {
  const name = (who: number | null) => (who === null ? '' : nameOf(view, who));
  const key = `dec.${question.dec}`;
  return word(hasWord(key) ? key : 'ask.choose', { name: name(question.who), other: name(question.about), total: question.total, against: question.against });
}

/** Returns the odds of an answer, in short; empty without any. */
export function promise(choice: Choice, question: Question, advice: Advice | null | undefined): string {
  if (!advice || advice.dice === 0) return '';
  if (typeof choice === 'object' && 'actions' in choice) return word('odds.dice', { n: advice.dice });
  if (typeof choice === 'object' && 'dodge' in choice && question.dec === 10) return word('odds.dodge', { n: advice.dice, chance: percent(advice.chance) });
  return '';
}
