import { lang, texts } from '../index.svelte';
import { en as enCreation } from './creation.en';
import { fr as frCreation } from './creation.fr';
import type { LogWords } from './log.types';
import { en as enLog } from './log.en';
import { fr as frLog } from './log.fr';
import { en as enLogPanel } from './logpanel.en';
import { fr as frLogPanel } from './logpanel.fr';
import type { Vocabulary } from './types';
import * as enWords from './words.en';
import * as frWords from './words.fr';
import { en as enCard } from './card.en';
import { fr as frCard } from './card.fr';
import { en as enQuestion } from './question.en';
import { fr as frQuestion } from './question.fr';
import { en as enSheet } from './sheet.en';
import { fr as frSheet } from './sheet.fr';

/** The vocabulary of Baston in the language of the moment. */
export const words = (): Vocabulary => (lang() === 'fr' ? frWords.fr : enWords.en);

/** Texts of making a band. */
export const creationText = texts(frCreation, enCreation);

/** Words of the log in the language of the moment. */
export const logWords = (): LogWords => (lang() === 'fr' ? frLog : enLog);

/** Texts around the log. */
export const logText = texts(frLogPanel, enLogPanel);

/** Texts of the programming sheet. */
export const sheetText = texts(frSheet, enSheet);

/** Texts of character cards, ranks and scenario. */
export const cardText = texts(frCard, enCard);

/** Texts of questions and clocks. */
export const questionText = texts(frQuestion, enQuestion);

/** A name with `de` in French, elided before a vowel or a mute h; with `of` in English. */
export const ofName = (name: string): string => {
  if (lang() === 'en') return `of ${name}`;
  return /^[aeiouyhàâéèêëîïôùûœ]/i.test(name) ? `d’${name}` : `de ${name}`;
};
