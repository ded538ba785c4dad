import { fetchedWords, lang, textsOf } from '../index.svelte';
import type * as French from './fr';
import type { LogWords } from './log.types';
import type { Vocabulary } from './types';

/** All words of Baston in one language. */
type Dictionary = {
  readonly [K in keyof typeof French]: K extends 'words' ? Vocabulary : K extends 'log' ? LogWords : { readonly [L in keyof (typeof French)[K]]: string };
};

const dictionary = fetchedWords<Dictionary>({ fr: () => import('./fr'), en: () => import('./en') });

/** The vocabulary of Baston in the language of the moment. */
export const words = (): Vocabulary => dictionary().words;

/** Words of the log in the language of the moment. */
export const logWords = (): LogWords => dictionary().log;

/** Texts around the log. */
export const logText = textsOf(() => dictionary().logPanel);

/** Texts of the programming sheet. */
export const sheetText = textsOf(() => dictionary().sheet);

/** Texts of character cards, ranks and scenario. */
export const cardText = textsOf(() => dictionary().card);

/** Texts of questions and clocks. */
export const questionText = textsOf(() => dictionary().question);

/** A name with `de` in French, elided before a vowel or a mute h; with `of` in English. */
export const ofName = (name: string): string => {
  if (lang() === 'en') return `of ${name}`;
  return /^[aeiouyhàâéèêëîïôùûœ]/i.test(name) ? `d’${name}` : `de ${name}`;
};
