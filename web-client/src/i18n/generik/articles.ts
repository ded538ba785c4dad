import { french, lang, type Lang, type Params } from '../index.svelte';

/**
 * Names may begin with an article: "Le Forgeron", "Les Olsen", "The Doctor". Within a sentence it is small, and French
 * joins it to `à` and `de`: "réagit au Forgeron", "l’épée du Forgeron".
 */
export function articles(text: string, of: Lang): string {
  if (of === 'en') return text.replace(/(^|[^.!?…]) The (?=\p{Lu})/gu, '$1 the ');
  return french(text)
    .replace(/(?:^|[^.!?…]) (?:Le |La |Les |L’)(?=\p{Lu})/gu, (found) => found.slice(0, 1) + found.slice(1).toLowerCase())
    .replace(/ à le (?=\p{Lu})/gu, ' au ')
    .replace(/ à les (?=\p{Lu})/gu, ' aux ')
    .replace(/ de le (?=\p{Lu})/gu, ' du ')
    .replace(/ de les (?=\p{Lu})/gu, ' des ');
}

/** Texts of a part of the client into which names are put. */
export const named =
  <K>(say: (key: K, params?: Params) => string) =>
  (key: K, params?: Params): string =>
    articles(say(key, params), lang());
