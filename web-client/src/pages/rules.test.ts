import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { rulebook, told, type Told } from '../rulebook';
import { search, sections, upto, withTables, wordy } from './rules';

const titles = { quickstart: 'Q', orders: 'O', decisions: 'D', scenarios: 'S', equipment: 'E', options: 'P', glossary: 'G' };

/** Returns name and text of a scenario as the server sends them, in one language. */
function served(ruleset: string, id: string, lang: string): string[] {
  const text = readFileSync(new URL(`../../../rules/systems/${ruleset}/data/presentation.toml`, import.meta.url), 'utf8');
  const card = text.split(`[card.scenarios.${id}]`)[1] ?? '';
  return ['name', 'about'].map((key) => new RegExp(`^${key} = \\{.*?\\b${lang} = "([^"]*)"`, 'm').exec(card)?.[1] ?? '');
}

const all = told.flatMap((ruleset) => (['fr', 'en'] as const).map((lang) => [ruleset, lang] as const));

describe.each(all)('the rulebook of %s in %s', (ruleset: Told, lang) => {
  it('shows every rule once, under an address of its own', async () => {
    const book = await rulebook(ruleset, lang);
    const ids = sections(book, titles).flatMap((section) => [section.id, ...section.entries.map((entry) => entry.id)]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of Object.keys(book.rules)) expect(ids).toContain(id);
  });

  it('refers only to entries that it has', async () => {
    const all = sections(await rulebook(ruleset, lang), titles);
    const ids = new Set(all.flatMap((section) => section.entries.map((entry) => entry.id)));
    const lost = all.flatMap((section) => section.entries.flatMap((entry) => entry.see.filter((id) => !ids.has(id))));
    expect(lost).toEqual([]);
  });

  it('has the same texts of scenarios as the lobby', async () => {
    for (const [id, scenario] of Object.entries((await rulebook(ruleset, lang)).scenarios)) {
      expect(served(ruleset, id, lang)).toEqual([scenario.title, scenario.pitch]);
    }
  });
});

it('finds ids, and words with or without accents', async () => {
  const all = sections(await rulebook('baston', 'fr'), titles);
  const found = (query: string) => search(all, query).flatMap((section) => section.entries.map((entry) => entry.id));
  expect(found('bas-mov-03')).toContain('BAS-MOV-03');
  expect(found('ETOURDI sequence').length).toBeGreaterThan(0);
  expect(found('étourdi séquence')).toEqual(found('etourdi sequence'));
  expect(found('xyzzy')).toEqual([]);
  expect(search(all, '  ')).toBe(all);
});

test('titles with the word come before titles with a longer word, and these before entries with the word in the text', () => {
  const entry = (id: string, title: string, text = '') => ({ id, code: null, title, text, more: [], see: [] });
  const section = (id: string, ...entries: ReturnType<typeof entry>[]) => ({ id, title: id, intro: '', entries });
  const all = [
    section('a', entry('a1', 'La charge'), entry('a2', 'Courir', 'jusqu’au char')),
    section('b', entry('b1', 'Décharger'), entry('b2', 'Les chars'), entry('b3', 'Le char et son cocher')),
  ];
  const found = (query: string) => search(all, query).map(({ id, entries }) => [id, ...entries.map((one) => one.id)].join(' '));
  expect(found('char')).toEqual(['b b3 b2 b1', 'a a1 a2']);
  expect(found('charg')).toEqual(['a a1', 'b b1']);
});

test('tables stand before the options, and leave the rest of the book as it is', async () => {
  const book = sections(await rulebook('baston', 'fr'), titles);
  expect(withTables(book, 'T', [])).toBe(book);
  const table = { id: 'x', title: 'X', hint: '', columns: ['a'], rows: [] };
  const all = withTables(book, 'T', [table]);
  const at = all.findIndex(({ id }) => id === 'all-tables');
  expect(all[at + 1]?.id).toBe('all-options');
  expect(all.toSpliced(at, 1).every((section, n) => section === book[n])).toBe(true);
});

test('the beginning of a book may end in the middle of a section', async () => {
  const book = sections(await rulebook('baston', 'fr'), titles);
  const whole = book.flatMap(({ entries }) => entries);
  for (const count of [0, 1, 8, 33, whole.length, whole.length + 5]) {
    expect(upto(book, count).flatMap(({ entries }) => entries)).toEqual(whole.slice(0, count));
  }
  expect(upto(book, Infinity)).toEqual(book);
});

it('aligns a column with words to the left, its short cells too', () => {
  const rows = [
    { head: 'harpon', cells: ['Hast', '+4'] },
    { head: 'masse', cells: ['Haches et masses', '+4'] },
  ];
  expect(wordy({ id: 'arms', title: 'Les armes', hint: '', columns: ['Arme', 'Compétence', 'Dégâts'], rows })).toEqual([true, false]);
});
