import { readFile } from 'node:fs/promises';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

/** The import of a book: its file, and the language. */
const IMPORT = /^(.*\/[\w.]+)\.toml\?(fr|en)$/;
/** The module of a book in one language. */
const MODULE = /^(.*\/rulebook\/[\w.]+)\.(fr|en)\.js$/;

/** Returns whether a table holds one text in each language and nothing else. */
const isText = (table: object): table is Record<string, unknown> => Object.keys(table).sort().join() === 'en,fr';

/** Returns a book in one language: `title.fr` or `title.en` becomes `title`, the other one is dropped. */
export function inLanguage(value: unknown, lang: string): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, lang));
  if (value === null || typeof value !== 'object') return value;
  if (isText(value)) return value[lang];
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inLanguage(inner, lang)]));
}

/** Returns the content of a book. An error names the file, the line and the column. */
function read(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${file}: ${String(error)}`, { cause: error });
  }
}

/** Serves a rulebook, whose file has both languages, as one module for each language: `SYSTEM.toml?fr`. */
export function books(): Plugin {
  return {
    name: 'bagarre:books',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [, book, lang] = IMPORT.exec(source) ?? [];
      const found = book && (await this.resolve(`${book}.toml`, importer));
      return found ? found.id.replace(/toml$/, `${lang}.js`) : null;
    },
    async load(id) {
      const [, book, lang] = MODULE.exec(id) ?? [];
      if (!book || !lang) return null;
      const file = `${book}.toml`;
      this.addWatchFile(file);
      const text = JSON.stringify(inLanguage(read(file, await readFile(file, 'utf8')), lang));
      // Browsers parse JSON faster than an object literal.
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}
