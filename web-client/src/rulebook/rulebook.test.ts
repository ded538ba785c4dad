import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { help, isTold, rulebook, told, type Help, type Rulebook } from './index';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Ids in the order of their first appearance. */
const found = (text: string, id: RegExp) => [...new Set(text.match(id) ?? [])];
const caught = (text: string, id: RegExp) => [...text.matchAll(id)].map((match) => match[1] ?? '');
const switches = (path: string) => caught(/pub struct Options \{[^}]*\}/.exec(read(path))?.[0] ?? '', /^ {4}pub (\w+): /gm);

type Both<T> = Record<'fr' | 'en', T>;

/** What a book must hold, read from where the rules are. */
interface Expected {
  rules: string[];
  /** Rules the book may tell besides those it must. */
  mayTell: string[];
  decisions: string[];
  scenarios: string[];
  orders: string[];
  equipment: string[];
  options: string[];
  /** Names of rules or items that the server gives in each language. */
  names: Both<Record<string, string>>;
}

function baston(): Expected {
  const catalogue = read('docs/rules/baston.md');
  const tables = read('rules/systems/baston/data/tables.toml');
  const pairs = caught(/^- \*\*BAS-PRG-03\*\*.*/m.exec(catalogue)?.[0] ?? '', /`([A-Z]+\/[A-Z]+)`/g);
  return {
    rules: found(catalogue, /\b(?:BAS-[A-Z]+|BRD)-\d{2}\b/g),
    mayTell: [],
    decisions: found(catalogue, /\bDEC-\d{2}\b/g),
    scenarios: found(catalogue, /\bSCN-\d{2}\b/g),
    orders: [...caught(tables, /^\[\[order\]\]\ncode = "(.+)"/gm), ...pairs],
    equipment: [...caught(tables, /^\[equipment\.items\.(\w+)\]/gm), 'caisse', 'jean', 'tshirt', 'baskets'],
    options: switches('rules/systems/baston/src/setup.rs'),
    names: { fr: {}, en: {} },
  };
}

/** Rulings named by what the engine sends: string literals, not comments. */
function rulingsSent(folder: string): string[] {
  const here = new URL(`${folder}/`, root);
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rs'));
  return files.flatMap((file) => caught(readFileSync(new URL(file, here), 'utf8'), /"(R-\d{3})"/g));
}

function generik(): Expected {
  const catalogue = read('docs/rules/generik.md');
  const ids = read('rules/systems/generik/src/ids.rs');
  const members = (name: string) => caught(new RegExp(`^ {4}${name} \\{[^}]*\\}`, 'm').exec(ids)?.[0] ?? '', /= "(.+)"/g);
  const data = ['weapons', 'skills', 'scenarios'].map((file) => read(`rules/systems/generik/data/${file}.toml`)).join('\n');
  const named = (lang: 'fr' | 'en') => {
    const rows = data.matchAll(new RegExp(`^rule = "(.+)"(?:\\n(?!rule =|${lang} =).*)*\\n${lang} = "(.+)"`, 'gm'));
    return Object.fromEntries([...rows].map((row) => [row[1] ?? '', row[2] ?? '']));
  };
  const all = found(catalogue, /\bGEN-[A-Z]+-[WPSMX]?\d+\b/g);
  const actions = caught(read('rules/systems/generik/data/rules.toml'), /^\[\[action\]\]\nid = "(\w+)"/gm);
  return {
    rules: [...all.filter((id) => !id.startsWith('GEN-DEC-')), ...rulingsSent('rules/systems/generik/src')],
    mayTell: found(catalogue, /\bR-\d{3}\b/g),
    decisions: all.filter((id) => id.startsWith('GEN-DEC-')),
    scenarios: members('Scenario'),
    orders: [...actions, 'exit', 'heroic'],
    equipment: [],
    options: switches('rules/systems/generik/src/setup.rs'),
    names: { fr: named('fr'), en: named('en') },
  };
}

/** A ruling on how the printed text is spelled: no player asks for it. */
const SPELLING = 'ENE-R32';

function energie(): Expected {
  const catalogue = read('docs/rules/energie.md');
  const words = read('rules/systems/energie/data/names.toml');
  const tables = read('rules/systems/energie/data/tables.toml') + read('rules/systems/energie/data/house.toml');
  const all = found(catalogue, /\bENE-[A-Z]+-\d{2}\b/g);
  const rulings = found(catalogue, /\bENE-R\d{2}\b/g);
  const items = /^"((?:weapon|protection|skill)\.\w+)" = \{ fr = "(.+)", en = "(.+)" \}/gm;
  const named = (at: 2 | 3) => Object.fromEntries([...words.matchAll(items)].map((item) => [item[1] ?? '', item[at] ?? '']));
  return {
    rules: [...all.filter((id) => !id.startsWith('ENE-DEC-')), ...rulings.filter((id) => id !== SPELLING)],
    mayTell: [],
    decisions: all.filter((id) => id.startsWith('ENE-DEC-')),
    scenarios: caught(tables, /^\[\[scenario\]\]\nid = "(\w+)"/gm),
    orders: caught(words, /^"act\.(\w+)"/gm),
    equipment: Object.keys(named(2)),
    options: switches('rules/systems/energie/src/setup.rs'),
    names: { fr: named(2), en: named(3) },
  };
}

/** Ids of the rows of a table. */
const rows = (tables: string, ...names: string[]) =>
  names.flatMap((name) => caught(tables, new RegExp(`^\\[\\[${name}\\]\\]\\nid = "(\\w+)"`, 'gm')).map((id) => `${name}.${id}`));

function celtiques(): Expected {
  const catalogue = read('docs/rules/celtiques.md');
  const tables = read('rules/systems/celtiques/data/tables.toml');
  const commands = read('rules/systems/celtiques/src/command.rs');
  const all = found(catalogue, /\bCEL-[A-Z]+-\d{2}\b/g);
  const snake = (name: string) => name.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase();
  const members = (name: string) =>
    caught(new RegExp(`^ {4}pub enum ${name} \\{.*?^ {4}\\}`, 'ms').exec(commands)?.[0] ?? '', /^ {8}([A-Z]\w*)/gm).map(
      (id) => `${name.toLowerCase()}.${snake(id)}`,
    );
  const deeds = ['Act', 'Trick', 'Call', 'Go', 'Minor'].flatMap(members);
  return {
    rules: [...all.filter((id) => !id.startsWith('CEL-DEC-')), ...found(catalogue, /\bCEL-R\d{2}\b/g)],
    mayTell: [],
    decisions: all.filter((id) => id.startsWith('CEL-DEC-')),
    scenarios: [...rows(tables, 'scenario').map((id) => id.replace('scenario.', '')), 'libre'],
    // An order of a chief is told by what it is.
    orders: [...deeds.filter((id) => id !== 'act.call'), 'order.survive', 'order.dodge'],
    equipment: rows(tables, 'weapon', 'shield', 'armour', 'item'),
    options: switches('rules/systems/celtiques/src/setup.rs'),
    names: { fr: {}, en: {} },
  };
}

const systems = ['baston', 'celtiques', 'energie', 'generik'] as const;

const expected: Record<(typeof systems)[number], Expected> = { baston: baston(), celtiques: celtiques(), energie: energie(), generik: generik() };

/** How many names each must give as the server does. */
const named = { baston: 0, celtiques: 0, energie: 60, generik: 70 };

/** A book and its hints in both languages. */
async function bothOf(ruleset: string): Promise<Both<{ book: Rulebook; help: Help }>> {
  const [fr, en] = await Promise.all((['fr', 'en'] as const).map(async (lang) => ({ book: await rulebook(ruleset, lang), help: await help(ruleset, lang) })));
  return { fr: fr!, en: en! };
}

const everything = Object.fromEntries(await Promise.all(systems.map(async (ruleset) => [ruleset, await bothOf(ruleset)] as const))) as Record<
  (typeof systems)[number],
  Both<{ book: Rulebook; help: Help }>
>;

it('finds every book that lies here', () => {
  expect(told).toEqual(systems);
});

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
const sorted = (ids: Iterable<string>) => [...new Set(ids)].sort();

describe.each(systems)('%s in both languages', (ruleset) => {
  const { fr, en } = everything[ruleset];

  it('has the same keys and the same references', () => {
    expect(leaves(en).map(([path]) => path)).toEqual(leaves(fr).map(([path]) => path));
    expect(leaves(en.book).filter(isReference)).toEqual(leaves(fr.book).filter(isReference));
  });

  it('is written twice: no text is the same in the two', () => {
    const english = new Map(words(en));
    const same = words(fr).filter(([path, text]) => {
      const shortTitle = isTitle(path) && text.length <= 20;
      return !shortTitle && english.get(path) === text;
    });
    expect(same).toEqual([]);
  });

  it('keeps French punctuation with the word before, and its apostrophes curled', () => {
    const wrong = / [:;!?»]|« |\w'|[^\s\u00a0\u202f][;!?](?:\s|$)/;
    const loose = words(fr).filter(([, text]) => wrong.test(text));
    expect(loose).toEqual([]);
  });
});

const books = systems.flatMap((ruleset) => (['fr', 'en'] as const).map((lang) => [ruleset, lang] as const));

describe.each(books)('the book of %s in %s', (ruleset, lang) => {
  const { book, help: hints } = everything[ruleset][lang];
  const must = expected[ruleset];

  it('tells every rule of the catalogue, and none that is not there', () => {
    expect(must.rules.length).toBeGreaterThanOrEqual(169);
    expect(must.rules.filter((id) => !(id in book.rules))).toEqual([]);
    const known = new Set([...must.rules, ...must.mayTell]);
    expect(Object.keys(book.rules).filter((id) => !known.has(id))).toEqual([]);
  });

  it('tells every decision, scenario, order, item and option', () => {
    expect(sorted(Object.keys(book.decisions))).toEqual(sorted(must.decisions));
    expect(sorted(Object.keys(book.scenarios))).toEqual(sorted(must.scenarios));
    expect(sorted(Object.keys(book.orders))).toEqual(sorted(must.orders));
    expect(sorted(Object.keys(book.equipment))).toEqual(sorted(must.equipment));
    expect(must.options.length).toBeGreaterThan(0);
    expect(Object.keys(book.options)).toEqual(must.options);
  });

  it('puts every rule in one chapter', () => {
    const inChapters = book.chapters.flatMap((chapter) => Object.keys(chapter.rules));
    expect(inChapters).toEqual(Object.keys(book.rules));
  });

  it('refers only to what it holds', () => {
    const unknown = leaves(book)
      .filter(([path]) => / (rules|see) \d+$/.test(path))
      .filter(([, id]) => !(id in book.rules));
    expect(unknown).toEqual([]);
    const itself = Object.entries(book.rules).filter(([id, rule]) => rule.see?.includes(id));
    expect(itself).toEqual([]);
  });

  it('holds texts of a readable length, marked up with bold and line breaks alone', () => {
    const wrong = words(book).filter(([, text]) => {
      const plain = text.replace(/\*\*[^*\n]+\*\*/g, '');
      const outside = /[*`<>{}]|https?:|\n\n|RUL-|BAS-|CEL-|DEC-|ENE-|GEN-|R-\d/.test(plain);
      return text.trim() === '' || text !== text.trim() || text.length > 900 || outside;
    });
    expect(wrong).toEqual([]);
  });

  it('explains a first game in eight to twelve panels', () => {
    expect(book.quickstart.length).toBeGreaterThanOrEqual(8);
    expect(book.quickstart.length).toBeLessThanOrEqual(12);
  });

  it('has a hint for every order in at most 90 characters', () => {
    expect(Object.keys(hints.orders)).toEqual(Object.keys(book.orders));
    const long = Object.values(hints.orders).filter((hint) => hint.length > 90 || hint.trim() === '');
    expect(long).toEqual([]);
  });

  it('calls weapons, skills, scenarios and items as the server does', () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
    const others = Object.entries(must.names[lang]).filter(([id, name]) => {
      const title = book.rules[id]?.title.replace(/^\d+ · /, '').replace(/ \(.*\)$/, '') ?? book.equipment[id]?.name ?? '';
      return letters(title) !== letters(name);
    });
    expect(others).toEqual([]);
    expect(Object.keys(must.names[lang]).length).toBe(named[ruleset]);
  });

  it('is given by the loaders', async () => {
    expect(await rulebook(ruleset, lang)).toEqual(book);
    expect(await help(ruleset, lang)).toEqual(hints);
  });
});

it('knows what it tells', () => {
  expect(told.every(isTold)).toBe(true);
  expect(['poker', 'toString', ''].some(isTold)).toBe(false);
});

describe.each(['energie', 'celtiques'])('ready-made heroes of %s', (ruleset) => {
  it('bear a proper name, which no language says otherwise', () => {
    const names = caught(read(`rules/systems/${ruleset}/data/tables.toml`), /^\[\[character\]\]\nid = "\w+"\nname = "(.+)"/gm);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => /[,'’]|(^|\s)\p{Ll}/u.test(name))).toEqual([]);
  });
});
