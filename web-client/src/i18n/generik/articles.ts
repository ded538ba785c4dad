import { french, lang, type Lang, type Params } from '../index.svelte';

/** Writes the article of a name, such as "La Doyenne" or "The Doctor", in lower case within a sentence. */
export function articles(text: string, of: Lang): string {
  if (of === 'en') return text.replace(/(^|[^.!?…]) The (?=\p{Lu})/gu, '$1 the ');
  return french(text).replace(/(?:^|[^.!?…]) (?:Le |La |Les |L’)(?=\p{Lu})/gu, (found) => found.slice(0, 1) + found.slice(1).toLowerCase());
}

/** Applies {@link articles} to the texts of a part of the client that contain names. */
export const named =
  <K>(say: (key: K, params?: Params) => string) =>
  (key: K, params?: Params): string =>
    articles(say(key, params), lang());
