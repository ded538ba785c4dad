import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** A book as it is imported: its file, and the language wanted. */
const IMPORT = /^(.*\/[\w.]+)\.json\?(fr|en)$/;
/** The module made of it. */
const MODULE = /^(.*\/rulebook\/[\w.]+)\.(fr|en)\.js$/;
const LANGUAGE = /^(.*)\.(fr|en)$/;

/** Returns a book in one language: of `"title.fr"` and `"title.en"` the one wanted stays, as `"title"`. */
export function inLanguage(value: unknown, lang: string): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, lang));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const [, name, of] = typeof inner === 'string' ? (LANGUAGE.exec(key) ?? []) : [];
    if (!name) return [[key, inLanguage(inner, lang)]];
    return of === lang ? [[name, inner]] : [];
  });
  return Object.fromEntries(entries);
}

/** Serves a rulebook, which stands in one file in both languages, language by language: `SYSTEM.json?fr`. */
export function books(): Plugin {
  return {
    name: 'bagarre:books',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [, book, lang] = IMPORT.exec(source) ?? [];
      const found = book && (await this.resolve(`${book}.json`, importer));
      return found ? found.id.replace(/json$/, `${lang}.js`) : null;
    },
    async load(id) {
      const [, book, lang] = MODULE.exec(id) ?? [];
      if (!book || !lang) return null;
      const file = `${book}.json`;
      this.addWatchFile(file);
      const text = JSON.stringify(inLanguage(JSON.parse(await readFile(file, 'utf8')), lang));
      // Browsers read a text of JSON sooner than an object that is written out.
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}
