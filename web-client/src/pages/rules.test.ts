import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rulebook, told, type Told } from '../rulebook';
import { search, sections } from './rules';

const titles = { quickstart: 'Q', orders: 'O', decisions: 'D', scenarios: 'S', equipment: 'E', options: 'P', glossary: 'G', tables: 'T' };

/** What the server says of a scenario, in one language. */
function served(ruleset: string, id: string, lang: string): string[] {
  const text = readFileSync(new URL(`../../../rules/src/${ruleset}/data/presentation.toml`, import.meta.url), 'utf8');
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

  it('leads nowhere that is not there', async () => {
    const all = sections(await rulebook(ruleset, lang), titles);
    const ids = new Set(all.flatMap((section) => section.entries.map((entry) => entry.id)));
    const lost = all.flatMap((section) => section.entries.flatMap((entry) => entry.see.filter((id) => !ids.has(id))));
    expect(lost).toEqual([]);
  });

  it('says the same of scenarios as the lobby', async () => {
    for (const [id, scenario] of Object.entries((await rulebook(ruleset, lang)).scenarios)) {
      expect(served(ruleset, id, lang)).toEqual([scenario.title, scenario.pitch]);
    }
  });
});

it('finds words whatever their accents, and ids', async () => {
  const all = sections(await rulebook('baston', 'fr'), titles);
  const found = (query: string) => search(all, query).flatMap((section) => section.entries.map((entry) => entry.id));
  expect(found('bas-mov-03')).toContain('BAS-MOV-03');
  expect(found('ETOURDI sequence').length).toBeGreaterThan(0);
  expect(found('étourdi séquence')).toEqual(found('etourdi sequence'));
  expect(found('xyzzy')).toEqual([]);
  expect(search(all, '  ')).toBe(all);
});
