import { remember } from '../store/local';
import { initialLang, type Lang } from './initial';
import { written } from './numbers';
import { VOWEL } from './vowel';

export { signed, written } from './numbers';
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

/** Puts values into a text. An unknown name stays as written, so that a mistake shows. */
export function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : written(value);
  });
}

/**
 * The plural form: texts may hold `{n|zero or one form|many form}`, read with the language's own plural rule
 * (French counts 0 as singular).
 */
export function plural(text: string, of: Lang, params?: Params): string {
  return text.replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (whole, name: string, one: string, many: string) => {
    const value = params?.[name];
    if (typeof value !== 'number') return whole;
    return new Intl.PluralRules(of).select(value) === 'one' ? one : many;
  });
}

/** “de” and “que” before a placeholder whose value begins with a vowel. */
const elided = (text: string, params?: Params): string =>
  params
    ? text.replace(/(^|[^\p{L}’])(d|qu)e \{(\w+)\}/giu, (whole, before: string, word: string, name: string) =>
        VOWEL.test(String(params[name] ?? '')) ? `${before}${word}’{${name}}` : whole,
      )
    : text;

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
    const of = lang();
    const text: string = dictionary()[key];
    const filled = fill(plural(of === 'fr' ? elided(text, params) : text, of, params), params);
    return of === 'fr' ? french(filled) : filled;
  };
}

/** Something with what it is about: `Play: The back room`. French puts a space before the colon. */
export const pair = (what: string, about: string): string => (lang() === 'fr' ? `${what}\u00a0: ${about}` : `${what}: ${about}`);

/** Dates and lengths of time in words of the current language. */
export function formatDate(time: number | Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(lang(), options).format(time);
}
