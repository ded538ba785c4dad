import type { Rulebook } from '../rulebook';
import type { PrintedTable } from '../ui/book';

/** An entry of the rulebook as the page shows it, from any part of the book. */
export interface Entry {
  /** The anchor and the last part of its address: a rule id, an order code, the id of a decision or a scenario, a name. */
  id: string;
  /** The code before the title; `null` without one that players meet. */
  code: string | null;
  title: string;
  text: string;
  /** The needs (orders), setup and scoring (scenarios), the default without an answer (decisions), an example (rules). */
  more: { kind: 'example' | 'needs' | 'default' | 'setup' | 'scoring'; text: string }[];
  /** The ids of related entries. */
  see: string[];
  /** A table of the numbers. */
  table?: PrintedTable;
}

/** A chapter, or one of the lists. */
export interface Section {
  id: string;
  title: string;
  intro: string;
  entries: Entry[];
}

/** Titles of the lists that are not chapters. */
export interface ListTitles {
  quickstart: string;
  orders: string;
  decisions: string;
  scenarios: string;
  equipment: string;
  options: string;
  glossary: string;
}

const plain = (id: string, title: string, text: string): Entry => ({ id, code: null, title, text, more: [], see: [] });

/** Returns the book in reading order: first steps, orders, chapters, lists. {@link withTables} puts tables before the options. */
export function sections(book: Rulebook, titles: ListTitles): Section[] {
  const chapters = book.chapters.map(({ id, title, intro, rules }) => ({
    id,
    title,
    intro,
    entries: Object.entries(rules).map(([id, { title, text, example, see = [] }]): Entry => {
      const more = example ? [{ kind: 'example' as const, text: example }] : [];
      return { id, code: id, title, text, more, see };
    }),
  }));
  const list = (id: keyof ListTitles, entries: Entry[]): Section => ({ id: `all-${id}`, title: titles[id], intro: '', entries });
  return [
    list(
      'quickstart',
      book.quickstart.map(({ title, text }, n) => plain(`quickstart-${n + 1}`, title, text)),
    ),
    list(
      'orders',
      Object.entries(book.orders).map(([id, order]) => ({
        id,
        code: /^[a-z]/.test(id) ? null : id,
        title: order.name,
        text: order.text,
        more: [{ kind: 'needs', text: order.needs }],
        see: order.rules,
      })),
    ),
    ...chapters,
    list(
      'decisions',
      Object.entries(book.decisions).map(([id, one]) => ({
        id,
        code: id,
        title: one.title,
        text: one.text,
        more: [{ kind: 'default', text: one.default }],
        see: one.rules,
      })),
    ),
    list(
      'scenarios',
      Object.entries(book.scenarios).map(([id, one]) => ({
        id,
        code: null,
        title: one.title,
        text: one.pitch,
        more: [
          { kind: 'setup', text: one.setup },
          { kind: 'scoring', text: one.scoring },
        ],
        see: [],
      })),
    ),
    list(
      'equipment',
      Object.entries(book.equipment).map(([id, one]) => plain(id, one.name, one.text)),
    ),
    list(
      'options',
      Object.entries(book.options).map(([id, one]) => plain(id, one.name, one.text)),
    ),
    list(
      'glossary',
      Object.entries(book.glossary).map(([id, one]) => plain(`glossary-${id}`, one.term, one.text)),
    ),
  ].filter((section) => section.entries.length > 0);
}

/** Returns the book with tables of its system, under a title. The other sections are the same objects, so that they are not drawn again. */
export function withTables(book: Section[], title: string, tables: readonly PrintedTable[]): Section[] {
  if (tables.length === 0) return book;
  const entries = tables.map((table) => ({ ...plain(`table-${table.id}`, table.title, table.hint), table }));
  const after = book.findIndex(({ id }) => id === 'all-options' || id === 'all-glossary');
  return book.toSpliced(after < 0 ? book.length : after, 0, { id: 'all-tables', title, intro: '', entries });
}

/** Returns the first `count` entries of a book, in their sections. */
export function upto(book: Section[], count: number): Section[] {
  let left = count;
  return book.flatMap((section) => {
    if (left <= 0) return [];
    const entries = section.entries.length <= left ? section.entries : section.entries.slice(0, left);
    left -= section.entries.length;
    return [entries === section.entries ? section : { ...section, entries }];
  });
}

/** Returns a text without accents or case, for searching. */
export function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/g, "'").toLowerCase();
}

/** The letters above which a cell counts as words. */
const LONG = 12;

/** Returns for each column after the first whether it holds words, so that all of its cells are aligned to the left. */
export const wordy = ({ columns, rows }: PrintedTable): boolean[] => columns.slice(1).map((_, n) => rows.some(({ cells }) => (cells[n]?.length ?? 0) > LONG));

/** Returns all words of a table. */
const wordsOf = (table: PrintedTable | undefined): string[] => (table ? [...table.columns, ...table.rows.flatMap(({ head, cells }) => [head, ...cells])] : []);

/** The distance of a title that has the word only within others, and of one that does not have it. */
const WITHIN = 50;
const ELSEWHERE = 100;

/** Returns the distance of a title from the words of a query: the letters that its own words have more, 0 where they are the same. */
function farFrom(title: string, words: readonly string[]): number {
  const text = bare(title);
  const own = text.split(/[^\p{L}\p{N}]+/u);
  return words.reduce((sum, word) => {
    const longer = own.flatMap((one) => (one.startsWith(word) ? [one.length - word.length] : []));
    return sum + (longer.length > 0 ? Math.min(...longer) : text.includes(word) ? WITHIN : ELSEWHERE);
  }, 0);
}

/** Returns the sections with only the entries that hold every word of the query, those with the closest title first. */
export function search(all: Section[], query: string): Section[] {
  const words = bare(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return all;
  const found = all.flatMap((section) => {
    const entries = section.entries.filter((entry) => {
      const text = bare([entry.id, entry.title, entry.text, ...entry.more.map((one) => one.text), ...wordsOf(entry.table)].join(' '));
      return words.every((word) => text.includes(word));
    });
    const near = entries.map((entry) => ({ entry, far: farFrom(entry.title, words) })).sort((a, b) => a.far - b.far);
    const [first] = near;
    return first ? [{ section: { ...section, entries: near.map(({ entry }) => entry) }, far: first.far }] : [];
  });
  return found.sort((a, b) => a.far - b.far).map(({ section }) => section);
}
