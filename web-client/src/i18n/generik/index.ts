import { lang, texts } from '../index.svelte';
import { named } from './articles';
import { en as enLog } from './log.en';
import { fr as frLog } from './log.fr';
import type { LogWords } from './log.types';
import { en as enLogPanel } from './logpanel.en';
import { fr as frLogPanel } from './logpanel.fr';
import { en as enQuestion } from './question.en';
import { fr as frQuestion } from './question.fr';
import type { Vocabulary } from './types';
import { en as enWords } from './words.en';
import { fr as frWords } from './words.fr';

/** The vocabulary of GeneriK in the language of the moment. */
export const words = (): Vocabulary => (lang() === 'fr' ? frWords : enWords);

/** Words of the log in the language of the moment. */
export const logWords = (): LogWords => (lang() === 'fr' ? frLog : enLog);

/** Texts around the log. */
export const logText = texts(frLogPanel, enLogPanel);

/** Texts of questions, standing answers and what may be said at any time. */
export const questionText = named(texts(frQuestion, enQuestion));
