import { parse } from 'smol-toml';
import { expect, it } from 'vitest';
import { inLanguage } from './books.ts';

it('extracts the texts of one language from a book', () => {
  const book = parse(`
    [[chapters]]
    id = "setup"
    title.fr = "Entrer"
    title.en = "Entering"

    [chapters.rules.BAS-SET-01]
    title.fr = "Qui"
    title.en = "Who"
    see = ["BAS-SET-02"]

    [orders]
    "act.shoot".fr = "Tirer."
    "act.shoot".en = "Shoot."

    [equipment]
  `);
  expect(inLanguage(book, 'fr')).toEqual({
    chapters: [{ id: 'setup', title: 'Entrer', rules: { 'BAS-SET-01': { title: 'Qui', see: ['BAS-SET-02'] } } }],
    orders: { 'act.shoot': 'Tirer.' },
    equipment: {},
  });
  expect(inLanguage(book, 'en')).toEqual({
    chapters: [{ id: 'setup', title: 'Entering', rules: { 'BAS-SET-01': { title: 'Who', see: ['BAS-SET-02'] } } }],
    orders: { 'act.shoot': 'Shoot.' },
    equipment: {},
  });
});
