import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fetchedWords, fetchLanguages, french, lang, pair, setLang, texts, wordsHere } from './index.svelte';

describe('texts', () => {
  const t = texts({ wait: 'On attend {who}' }, { wait: 'Waiting for {who}' });

  it('are in the chosen language and contain the values', () => {
    setLang('fr');
    expect(t('wait', { who: 'Momo' })).toBe('On attend Momo');
    setLang('en');
    expect(t('wait', { who: 'Momo' })).toBe('Waiting for Momo');
  });

  it('have no line break before French punctuation', () => {
    expect(french('Prêt ? « Oui ! »')).toBe('Prêt\u00a0? «\u00a0Oui\u00a0!\u00a0»');
    setLang('fr');
    expect(texts({ a: 'Quoi ?' }, { a: 'What?' })('a')).toBe('Quoi\u00a0?');
  });

  it('have the colon where the language has it', () => {
    setLang('fr');
    expect(pair('Curieux', 'personne')).toBe('Curieux\u00a0: personne');
    setLang('en');
    expect(pair('Onlookers', 'none')).toBe('Onlookers: none');
  });
});

describe('dictionaries that are fetched language by language', () => {
  it('are fetched before they are read, and before the language changes', async () => {
    await setLang('fr');
    const asked: string[] = [];
    const come = (word: string) => () => {
      asked.push(word);
      return Promise.resolve({ word });
    };
    const dictionary = fetchedWords({ fr: come('baston'), en: come('brawl') });
    await wordsHere();
    expect(dictionary().word).toBe('baston');
    expect(asked).toEqual(['baston']);
    const changing = setLang('en');
    expect(lang(), 'its words are on their way').toBe('fr');
    await changing;
    expect(dictionary().word).toBe('brawl');
    await setLang('fr');
    expect(asked, 'nothing is fetched twice').toEqual(['baston', 'brawl']);
  });

  it('leave the language as it was when they cannot be fetched', async () => {
    await setLang('fr');
    let down = true;
    const english = () => (down ? Promise.reject(new Error('no line')) : Promise.resolve('here'));
    const dictionary = fetchedWords({ fr: () => Promise.resolve('ici'), en: english });
    await wordsHere();
    await expect(setLang('en')).rejects.toThrow();
    expect([lang(), dictionary()]).toEqual(['fr', 'ici']);
    down = false;
    await fetchLanguages();
    await setLang('en');
    expect(dictionary()).toBe('here');
    await setLang('fr');
  });
});

describe('the markup of components', () => {
  const root = new URL('..', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svelte'));
  /** Returns the text of a component that comes from no dictionary. */
  const bare = (source: string): string => {
    let left = source.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '');
    for (let before = ''; before !== left;) [before, left] = [left, left.replace(/\{[^{}]*\}/g, '@')];
    return left;
  };

  it('is in more than 200 files', () => expect(files.length).toBeGreaterThan(200));

  it.each(files)('%s has no colon after a space', (file) => {
    expect(bare(readFileSync(new URL(file, root), 'utf8')).match(/.*(\s|&nbsp;):(?=[\s<"]).*/g)).toBeNull();
  });
});
