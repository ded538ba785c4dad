import { fetchedWords, textsOf } from '../index.svelte';
import type * as French from './fr';
import type { LogWords } from './log.types';

/** Words of GeneriK in one language. */
type Dictionary = { readonly [K in keyof typeof French]: K extends 'log' ? LogWords : { readonly [L in keyof (typeof French)[K]]: string } };

const dictionary = fetchedWords<Dictionary>({ fr: () => import('./fr'), en: () => import('./en') });

export { hasWord, word } from './word';

/** Words of the log in the language of the moment. */
export const logWords = (): LogWords => dictionary().log;

/** Texts around the log. */
export const logText = textsOf(() => dictionary().logPanel);
