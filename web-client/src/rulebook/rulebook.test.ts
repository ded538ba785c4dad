import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from './baston.en.json';
import fr from './baston.fr.json';
import helpEn from './baston.help.en.json';
import helpFr from './baston.help.fr.json';
import { help, rulebook } from './index';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const catalogue = read('docs/rules/baston.md');
const tables = read('rules/src/baston/data/tables.toml');
const options = /pub struct Options \{[^}]*\}/.exec(read('rules/src/baston/setup.rs'))?.[0] ?? '';

/** Ids in the order of their first appearance. */
const found = (text: string, id: RegExp) => [...new Set(text.match(id) ?? [])];

type Leaf = [path: string, text: string];
function leaves(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string') return [[path, value]];
  if (value === null || typeof value !== 'object') throw new Error(`${path} is neither text nor holds text`);
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path} ${key}` : key));
}

/** References stay as they are in every language. */
const isReference = ([path]: Leaf) => / (rules|see) \d+$/.test(path) || /(^| )chapters \d+ id$/.test(path);
const words = (book: unknown) => leaves(book).filter((leaf) => !isReference(leaf));
const isTitle = (path: string) => / (title|name|term|short)$/.test(path);

const books = { fr, en } as const;
const everything = { fr: { book: fr, help: helpFr }, en: { book: en, help: helpEn } };

describe('both languages', () => {
  it('have the same keys and the same references', () => {
    const paths = (lang: 'fr' | 'en') => leaves(everything[lang]).map(([path]) => path);
    expect(paths('en')).toEqual(paths('fr'));
    const references = (lang: 'fr' | 'en') => leaves(books[lang]).filter(isReference);
    expect(references('en')).toEqual(references('fr'));
  });

  it('are both written: no text is the same in the two', () => {
    const english = new Map(words(everything.en));
    const same = words(everything.fr).filter(([path, text]) => {
      const shortTitle = isTitle(path) && text.length <= 20;
      return !shortTitle && english.get(path) === text;
    });
    expect(same).toEqual([]);
  });
});

describe.each(Object.entries(books))('the book in %s', (_, book) => {
  const rules: Record<string, { title: string; text: string; see?: string[] }> = book.rules;

  it('tells every rule of the catalogue', () => {
    const ids = found(catalogue, /\b(?:BAS-[A-Z]+|BRD)-\d{2}\b/g);
    expect(ids.length).toBeGreaterThanOrEqual(196);
    expect(Object.keys(rules).sort()).toEqual(ids.sort());
  });

  it('tells every decision, scenario, order, item and option', () => {
    expect(Object.keys(book.decisions).sort()).toEqual(found(catalogue, /\bDEC-\d{2}\b/g).sort());
    expect(Object.keys(book.scenarios).sort()).toEqual(found(catalogue, /\bSCN-\d{2}\b/g).sort());
    const codes = [...tables.matchAll(/^\[\[order\]\]\ncode = "(.+)"/gm)].map((m) => m[1]);
    const pairs = tables.matchAll(/^\[\[combo\]\]\nround1 = "(.+)"\nround2 = "(.+)"/gm);
    const combos = [...pairs].map((m) => `${m[1]}/${m[2]}`);
    expect(Object.keys(book.orders).sort()).toEqual([...codes, ...combos].sort());
    const items = [...tables.matchAll(/^\[equipment\.items\.(\w+)\]/gm)].map((m) => m[1]);
    const scenery = ['caisse', 'jean', 'tshirt', 'baskets'];
    expect(Object.keys(book.equipment).sort()).toEqual([...items, ...scenery].sort());
    const switches = [...options.matchAll(/^ {4}pub (\w+): bool/gm)].map((m) => m[1]);
    expect(switches.length).toBeGreaterThan(0);
    expect(Object.keys(book.options)).toEqual(switches);
  });

  it('puts every rule in one chapter', () => {
    const told = book.chapters.flatMap((chapter) => chapter.rules);
    expect([...told].sort()).toEqual(Object.keys(rules).sort());
  });

  it('refers only to what it holds', () => {
    const unknown = leaves(book)
      .filter(([path]) => / (rules|see) \d+$/.test(path))
      .filter(([, id]) => !(id in rules));
    expect(unknown).toEqual([]);
    const itself = Object.entries(rules).filter(([id, rule]) => rule.see?.includes(id));
    expect(itself).toEqual([]);
  });

  it('holds texts of a readable length, marked up with bold and line breaks alone', () => {
    const wrong = words(book).filter(([, text]) => {
      const plain = text.replace(/\*\*[^*\n]+\*\*/g, '');
      const outside = /[*`<>{}]|https?:|\n\n|RUL-|BAS-|DEC-/.test(plain);
      return text.trim() === '' || text !== text.trim() || text.length > 900 || outside;
    });
    expect(wrong).toEqual([]);
  });

  it('explains a first game in eight to twelve panels', () => {
    expect(book.quickstart.length).toBeGreaterThanOrEqual(8);
    expect(book.quickstart.length).toBeLessThanOrEqual(12);
  });
});

describe.each(Object.entries({ fr: helpFr, en: helpEn }))('the hints in %s', (_, hints) => {
  it('cover every order in at most 90 characters', () => {
    expect(Object.keys(hints.orders)).toEqual(Object.keys(fr.orders));
    const long = Object.values<string>(hints.orders).filter((hint) => hint.length > 90 || hint.trim() === '');
    expect(long).toEqual([]);
  });
});

describe('French typography', () => {
  it('keeps its punctuation with the word before, and its apostrophes curled', () => {
    const wrong = / [:;!?»]|« |\w'|[^\s\u00a0\u202f][;!?](?:\s|$)/;
    const loose = words(everything.fr).filter(([, text]) => wrong.test(text));
    expect(loose).toEqual([]);
  });
});

describe('the loaders', () => {
  it('give the book and the hints of the language asked for', async () => {
    expect((await rulebook('fr')).chapters[0]?.title).toBe(fr.chapters[0]?.title);
    expect((await rulebook('en')).chapters[0]?.title).toBe(en.chapters[0]?.title);
    expect(await help('fr')).toEqual(helpFr);
    expect(await help('en')).toEqual(helpEn);
  });
});
