import { remember } from '../store/local';
import { fill as filled, listed as list } from '../text/fill';
import { initialLang, type Lang } from './initial';

export { signed, written } from '../text/fill';
export type { Lang };
/** Languages of the client. */
export const LANGS: readonly Lang[] = ['fr', 'en'];

/** Values for the placeholders of a text, such as `{name}`. */
export type Params = Readonly<Record<string, string | number>>;

/** A dictionary of another language, with exactly the same keys. */
export type Same<T> = { readonly [K in keyof T]: string };

const current = $state<{ lang: Lang }>({ lang: initialLang() });

/** Returns the current language. Reading it in a component or an effect subscribes to it. */
export function lang(): Lang {
  return current.lang;
}

/** Changes the language and stores it, at once or after the fetch of missing dictionaries. Throws where that fails. */
export async function setLang(next: Lang): Promise<void> {
  const missing = fetched.filter((part) => !part.has(next));
  if (missing.length > 0) await Promise.all(missing.map((part) => part.fetch(next)));
  current.lang = next;
  remember('lang', next);
  applyLang();
}

/** Large dictionaries, which are fetched language by language. */
const fetched: { has: (of: Lang) => boolean; fetch: (of: Lang) => Promise<void> }[] = [];

/** Returns a dictionary of which only the current language is fetched. It is read once {@link wordsHere} has resolved. */
export function fetchedWords<T>(load: Readonly<Record<Lang, () => Promise<T>>>): () => T {
  const known = new Map<Lang, T>();
  fetched.push({ has: (of) => known.has(of), fetch: async (of) => void known.set(of, await load[of]()) });
  return () => known.get(current.lang) as T;
}

/**
 * Resolves once the dictionaries of all loaded parts of the client are fetched in the current language. Code that loads a part which may
 * have such a dictionary awaits it before it renders.
 */
export async function wordsHere(): Promise<void> {
  const missing = () => fetched.filter((part) => !part.has(current.lang));
  // The language may change during the fetch.
  while (missing().length > 0) await Promise.all(missing().map((part) => part.fetch(current.lang)));
}

/** Fetches the missing dictionaries of all languages, so that a change of language needs no network. */
export async function fetchLanguages(): Promise<void> {
  await Promise.all(fetched.flatMap((part) => LANGS.filter((of) => !part.has(of)).map((of) => part.fetch(of))));
}

/** Sets the language of the document, for screen readers and hyphenation. */
export function applyLang(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current.lang;
}

/** Formats a number given in hundredths, with at most one digit after the point or comma of the language. */
export const decimal = (hundredths: number): string => new Intl.NumberFormat(lang(), { maximumFractionDigits: 1 }).format(hundredths / 100);

/** Fills a text with its values, in the current language. */
export const fill = (text: string, params?: Params): string => (params ? filled(text, lang(), params) : text);

/** Returns names as a list, in the current language. */
export const listed = (names: readonly string[]): string => list(names, lang());

/** Makes the spaces of French before high punctuation and after `«` non-breaking. */
export function french(text: string): string {
  return text.replace(/ (?=[;:!?»%])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

/**
 * Returns a function for the texts of one part of the client, in both languages:
 * `const t = texts({ open: 'Ouvrir' }, { open: 'Open' })`, then `t('open')`. Keys are checked by the compiler.
 */
export function texts<T extends Readonly<Record<string, string>>>(fr: T, en: Same<T>): (key: keyof T & string, params?: Params) => string {
  return textsOf<Same<T>>(() => (lang() === 'fr' ? fr : en));
}

/** Returns a function for the texts of a dictionary, in the current language. */
export function textsOf<T extends { readonly [K in keyof T]: string }>(dictionary: () => T): (key: keyof T & string, params?: Params) => string {
  return (key, params) => {
    const text = fill(dictionary()[key], params);
    return lang() === 'fr' ? french(text) : text;
  };
}

/** Joins a label and its value: `Play: The back room`. French has a space before the colon. */
export const pair = (what: string, about: string): string => (lang() === 'fr' ? `${what}\u00a0: ${about}` : `${what}: ${about}`);

/** Formats a date or a time in the current language. */
export function formatDate(time: number | Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(lang(), options).format(time);
}
