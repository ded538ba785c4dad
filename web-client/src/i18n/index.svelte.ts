import { recall, remember } from '../store/local';

/** Languages players read, as the server writes them. */
export type Lang = 'fr' | 'en';
export const LANGS: readonly Lang[] = ['fr', 'en'];

/** Values put into a text where it says `{name}`. */
export type Params = Readonly<Record<string, string | number>>;

/** A dictionary of another language: the same keys, nothing missing, nothing too much. */
export type Same<T> = { readonly [K in keyof T]: string };

function initial(): Lang {
  const kept = recall('lang');
  if (kept === 'fr' || kept === 'en') return kept;
  const wanted = typeof navigator === 'undefined' ? 'fr' : navigator.language;
  return wanted.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

const current = $state<{ lang: Lang }>({ lang: initial() });

/** The language of the moment. Reading it in a component or an effect subscribes to it. */
export function lang(): Lang {
  return current.lang;
}

/** Changes the language, here and now, and remembers it. */
export function setLang(next: Lang): void {
  current.lang = next;
  remember('lang', next);
  applyLang();
}

/** Tells the document its language, for screen readers and hyphenation. */
export function applyLang(): void {
  if (typeof document !== 'undefined') document.documentElement.lang = current.lang;
}

/** Puts values into a text. An unknown name stays as written, so that a mistake shows. */
export function fill(text: string, params?: Params): string {
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : String(value);
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

/** French puts a space before high punctuation, at which no line may break. */
export function french(text: string): string {
  return text.replace(/ (?=[;:!?»%])/g, '\u00a0').replace(/« /g, '«\u00a0');
}

/**
 * Texts of one part of the client, in both languages:
 * `const t = texts({ open: 'Ouvrir' }, { open: 'Open' })`, then `t('open')`. Keys are checked by the compiler.
 */
export function texts<T extends Readonly<Record<string, string>>>(
  fr: T,
  en: Same<T>,
): (key: keyof T & string, params?: Params) => string {
  return (key, params) => {
    const of = lang();
    const text: string = (of === 'fr' ? fr : en)[key];
    const filled = fill(plural(text, of, params), params);
    return of === 'fr' ? french(filled) : filled;
  };
}

/** Dates and lengths of time in words of the current language. */
export function formatDate(time: number | Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(lang(), options).format(time);
}
