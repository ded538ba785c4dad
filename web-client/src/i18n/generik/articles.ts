import { french, lang, type Lang, type Params } from '../index.svelte';

/** Names may begin with an article: "La Doyenne", "The Doctor". Within a sentence it is small. */
export function articles(text: string, of: Lang): string {
  if (of === 'en') return text.replace(/(^|[^.!?…]) The (?=\p{Lu})/gu, '$1 the ');
  return french(text).replace(/(?:^|[^.!?…]) (?:Le |La |Les |L’)(?=\p{Lu})/gu, (found) => found.slice(0, 1) + found.slice(1).toLowerCase());
}

/** Texts of a part of the client into which names are put. */
export const named =
  <K>(say: (key: K, params?: Params) => string) =>
  (key: K, params?: Params): string =>
    articles(say(key, params), lang());
