import type { Rulebook } from '../rulebook';
import type { PrintedTable } from '../ui/book';

/** One thing of the rulebook as the page shows it, whatever part it comes from. */
export interface Entry {
  /** Anchor and last part of its address: a rule id, an order code, the id of a decision or a scenario, a name. */
  id: string;
  /** Code shown before the title, if it has one that players meet. */
  code: string | null;
  title: string;
  text: string;
  /** What it takes (orders), the way to score (scenarios), what happens without an answer (decisions), an example. */
  more: { kind: 'example' | 'needs' | 'default' | 'setup' | 'scoring'; text: string }[];
  /** Ids of related entries. */
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

/** The book in reading order: first steps, orders, the chapters, then the lists. Tables stand before the options, see {@link withTables}. */
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

/** The book with tables of its system, under a title. What was there before stays the same, so that nobody draws it again. */
export function withTables(book: Section[], title: string, tables: readonly PrintedTable[]): Section[] {
  if (tables.length === 0) return book;
  const entries = tables.map((table) => ({ ...plain(`table-${table.id}`, table.title, table.hint), table }));
  const after = book.findIndex(({ id }) => id === 'all-options' || id === 'all-glossary');
  return book.toSpliced(after < 0 ? book.length : after, 0, { id: 'all-tables', title, intro: '', entries });
}

/** The first so many entries of a book, in their sections. */
export function upto(book: Section[], count: number): Section[] {
  let left = count;
  return book.flatMap((section) => {
    if (left <= 0) return [];
    const entries = section.entries.length <= left ? section.entries : section.entries.slice(0, left);
    left -= section.entries.length;
    return [entries === section.entries ? section : { ...section, entries }];
  });
}

/** Letters without accents or case, for searching. */
export function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/g, "'").toLowerCase();
}

/** A cell with more letters than this is read like a sentence. */
const LONG = 12;

/** Which columns of a table hold words: all of their cells begin at the left. */
export const wordy = ({ columns, rows }: PrintedTable): boolean[] => columns.slice(1).map((_, n) => rows.some(({ cells }) => (cells[n]?.length ?? 0) > LONG));

/** All words of a table. */
const wordsOf = (table: PrintedTable | undefined): string[] => (table ? [...table.columns, ...table.rows.flatMap(({ head, cells }) => [head, ...cells])] : []);

/** A title that has a word only within others, and one that has not got it at all, stand so far behind one that begins a word with it. */
const WITHIN = 50;
const ELSEWHERE = 100;

/** How far a title is from words that are looked for: the letters that its own words have more, 0 where they are the same. */
function farFrom(title: string, words: readonly string[]): number {
  const text = bare(title);
  const own = text.split(/[^\p{L}\p{N}]+/u);
  return words.reduce((sum, word) => {
    const longer = own.flatMap((one) => (one.startsWith(word) ? [one.length - word.length] : []));
    return sum + (longer.length > 0 ? Math.min(...longer) : text.includes(word) ? WITHIN : ELSEWHERE);
  }, 0);
}

/** The sections with only what holds every word of the query: what is called by them first. */
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
