import { fetchedWords, lang, textsOf } from '../index.svelte';
import type * as French from './fr';

/** Texts of Baston's own panels in one language. */
type Dictionary = { readonly [K in keyof typeof French]: { readonly [L in keyof (typeof French)[K]]: string } };

const dictionary = fetchedWords<Dictionary>({ fr: () => import('./fr'), en: () => import('./en') });

export { word } from './word';

/** Texts of the programming sheet. */
export const sheetText = textsOf(() => dictionary().sheet);

/** Texts of character cards, ranks and scenario. */
export const cardText = textsOf(() => dictionary().card);

/** Texts of questions and clocks. */
export const questionText = textsOf(() => dictionary().question);

/** English codes of characteristics that the book abbreviates in French. */
const ENGLISH_STATS: Readonly<Record<string, string>> = { FOR: 'STR', VIT: 'SPD' };

/** Returns the code of a characteristic in the language of the player. */
export const statCode = (stat: string): string => (lang() === 'en' ? (ENGLISH_STATS[stat] ?? stat) : stat);
