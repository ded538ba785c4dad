import { remember } from '../store/local';
import { fill as filled, listed as list } from '../text/fill';
import { initialLang, type Lang } from './initial';

export { signed, written } from '../text/fill';
export type { Lang };
/** Languages players read. */
export const LANGS: readonly Lang[] = ['fr', 'en'];

/** Values put into a text where it says `{name}`. */
export type Params = Readonly<Record<string, string | number>>;

/** A dictionary of another language: the same keys, nothing missing, nothing too much. */
export type Same<T> = { readonly [K in keyof T]: string };

const current = $state<{ lang: Lang }>({ lang: initialLang() });

/** The language of the moment. Reading it in a component or an effect subscribes to it. */
export function lang(): Lang {
  return current.lang;
}

/** Changes the language and remembers it: here and now, or once its words have come. Throws when they cannot be fetched. */
export async function setLang(next: Lang): Promise<void> {
  const missing = fetched.filter((part) => !part.has(next));
  if (missing.length > 0) await Promise.all(missing.map((part) => part.fetch(next)));
  current.lang = next;
  remember('lang', next);
  applyLang();
}

/** Large dictionaries, which come language by language. */
const fetched: { has: (of: Lang) => boolean; fetch: (of: Lang) => Promise<void> }[] = [];

/** A dictionary of which only the language of the moment is fetched. What it gives is read once {@link wordsHere} has resolved. */
export function fetchedWords<T>(load: Readonly<Record<Lang, () => Promise<T>>>): () => T {
  const known = new Map<Lang, T>();
  fetched.push({ has: (of) => known.has(of), fetch: async (of) => void known.set(of, await load[of]()) });
  return () => known.get(current.lang) as T;
}

/**
 * Resolves once the words of the moment are here, for all parts of the client that are. Whoever brings in a part that may have such
 * words waits for it before drawing anything.
 */
export async function wordsHere(): Promise<void> {
  const missing = () => fetched.filter((part) => !part.has(current.lang));
  // The language may be changed meanwhile.
  while (missing().length > 0) await Promise.all(missing().map((part) => part.fetch(current.lang)));
}

/** Fetches what is missing of all languages, so that changing it needs no line. */
export async function fetchLanguages(): Promise<void> {
  await Promise.all(fetched.flatMap((part) => LANGS.filter((of) => !part.has(of)).map((of) => part.fetch(of))));
}

/** Tells the document its language, for screen readers and hyphenation. */
export function applyLang(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current.lang;
}

/** A number given in hundredths, with one digit behind the point or comma of the language. */
export const decimal = (hundredths: number): string => new Intl.NumberFormat(lang(), { maximumFractionDigits: 1 }).format(hundredths / 100);

/** A text with its values, in the language of the moment. */
export const fill = (text: string, params?: Params): string => (params ? filled(text, lang(), params) : text);

/** Names as a list. */
export const listed = (names: readonly string[]): string => list(names, lang());

/** French puts a space before high punctuation, at which no line may break. */
export function french(text: string): string {
  return text.replace(/ (?=[;:!?»%])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

/**
 * Texts of one part of the client, in both languages:
 * `const t = texts({ open: 'Ouvrir' }, { open: 'Open' })`, then `t('open')`. Keys are checked by the compiler.
 */
export function texts<T extends Readonly<Record<string, string>>>(fr: T, en: Same<T>): (key: keyof T & string, params?: Params) => string {
  return textsOf<Same<T>>(() => (lang() === 'fr' ? fr : en));
}

/** Texts of a dictionary in the language of the moment. */
export function textsOf<T extends { readonly [K in keyof T]: string }>(dictionary: () => T): (key: keyof T & string, params?: Params) => string {
  return (key, params) => {
    const text = fill(dictionary()[key], params);
    return lang() === 'fr' ? french(text) : text;
  };
}

/** Something with what it is about: `Play: The back room`. French puts a space before the colon. */
export const pair = (what: string, about: string): string => (lang() === 'fr' ? `${what}\u00a0: ${about}` : `${what}: ${about}`);

/** Dates and lengths of time in words of the current language. */
export function formatDate(time: number | Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(lang(), options).format(time);
}
