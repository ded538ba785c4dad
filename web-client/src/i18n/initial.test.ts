import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialLang } from './initial';

describe('the initial language', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [['nl-BE', 'fr'], 'fr'],
    [['de', 'fr-FR', 'en'], 'fr'],
    [['de', 'en', 'fr'], 'en'],
    [['fr-CA'], 'fr'],
    [['FR_be'], 'fr'],
    [['en-GB', 'fr'], 'en'],
    [['de'], 'en'],
    // Frisian, Friulian and Filipino are not French.
    [['frr', 'fur', 'fil'], 'en'],
    [['frr', 'fr'], 'fr'],
    [['engl', 'fr'], 'fr'],
    [[], 'en'],
  ] as const)('of %j is %s', (languages, expected) => {
    vi.stubGlobal('navigator', { languages, language: languages[0] ?? '' });
    expect(initialLang()).toBe(expected);
  });

  it('is `navigator.language` where the browser has no list', () => {
    vi.stubGlobal('navigator', { language: 'fr-FR' });
    expect(initialLang()).toBe('fr');
  });
});
