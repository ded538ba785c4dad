import { expect, it } from 'vitest';
import { setLang } from '../../../i18n/index.svelte';
import folding from '../../../protocol/celtiques/folding.json';
import type { Known } from '../../../protocol/celtiques';
import { Presented } from '../../house/presented.svelte';
import { view } from '../testdata/view';
import { fullName, shortName } from './people';

new Presented('celtiques', folding as unknown as ConstructorParameters<typeof Presented>[1]);
const [hero] = view().known as [Known];

it.each([
  ['fr', 'levée (D)', 'le Sanglier d’Artio'],
  ['en', 'levy (D)', 'the Boar of Artio'],
] as const)('an opponent is called by its kind in %s, whatever the server named it', (lang, levy, boar) => {
  void setLang(lang);
  expect(shortName({ ...hero, name: 'levée (D)', short: 'levée (D)', letter: 'D', seat: null, foe: 'levee' })).toBe(levy);
  expect(shortName({ ...hero, name: 'Sanglier d’Artio', short: "le Sanglier d'Artio", seat: null, foe: 'sanglier' })).toBe(boar);
});

it('a hero has the name that its player gave it, with the title in its full name only', () => {
  void setLang('en');
  const known = { ...hero, name: 'Sedullos, the Younger', short: 'Sedullos' };
  expect([fullName(known), shortName(known)]).toEqual(['Sedullos, the Younger', 'Sedullos']);
});
