import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { breakable } from './breakable';
import Breakable from './Breakable.svelte';

test('a name may break only after an apostrophe before a letter', () => {
  expect(breakable('L’Éclaireuse')).toEqual(['L’', 'Éclaireuse']);
  expect(breakable("D'Artagnan l'aîné")).toEqual(["D'", "Artagnan l'", 'aîné']);
  for (const whole of ['Ginette', 'Les Ducs’', 'Rock ’n’ 3', '']) expect(breakable(whole).join('')).toBe(whole);
  expect(breakable('Ducs’ 3')).toEqual(['Ducs’ 3']);
  expect(breakable('’70')).toEqual(['’70']);
});

test('a name is rendered with break opportunities and escaped', () => {
  const body = (name: string) => render(Breakable, { props: { name } }).body.replace(/<!--.*?-->/g, '');
  expect(body('L’Éclaireuse')).toBe('<span>L’<wbr/>Éclaireuse</span>');
  expect(body('<b>')).toBe('<span>&lt;b></span>');
});
