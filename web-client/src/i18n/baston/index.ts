import { lang, texts } from '../index.svelte';
import type { Vocabulary } from './types';
import * as enWords from './words.en';
import * as frWords from './words.fr';
import { en as enSheet } from './sheet.en';
import { fr as frSheet } from './sheet.fr';

/** The vocabulary of Baston in the language of the moment. */
export const words = (): Vocabulary => (lang() === 'fr' ? frWords.fr : enWords.en);

/** Texts of the programming sheet. */
export const sheetText = texts(frSheet, enSheet);

/** `de`, elided before a vowel; names beginning with a mute h are elided too. */
export const de = (name: string): string => (/^[aeiouyhàâéèêëîïôùûœ]/i.test(name) ? `d’${name}` : `de ${name}`);
