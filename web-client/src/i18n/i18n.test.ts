import { describe, expect, it } from 'vitest';
import { fill, french, plural, setLang, texts } from './index.svelte';

describe('texts', () => {
  const t = texts(
    { wait: 'On attend {who}', left: '{n} {n|place libre|places libres}' },
    { wait: 'Waiting for {who}', left: '{n} {n|free seat|free seats}' },
  );

  it('speaks the chosen language and puts values in', () => {
    setLang('fr');
    expect(t('wait', { who: 'Momo' })).toBe('On attend Momo');
    setLang('en');
    expect(t('wait', { who: 'Momo' })).toBe('Waiting for Momo');
  });

  it('counts as each language does', () => {
    setLang('fr');
    expect(t('left', { n: 0 })).toBe('0 place libre');
    expect(t('left', { n: 2 })).toBe('2 places libres');
    setLang('en');
    expect(t('left', { n: 0 })).toBe('0 free seats');
    expect(t('left', { n: 1 })).toBe('1 free seat');
  });

  it('never breaks a line before French punctuation', () => {
    expect(french('Prêt ? « Oui ! »')).toBe('Prêt\u00a0? «\u00a0Oui\u00a0!\u00a0»');
    setLang('fr');
    expect(texts({ a: 'Quoi ?' }, { a: 'What?' })('a')).toBe('Quoi\u00a0?');
  });

  it('leaves unknown names visible', () => {
    expect(fill('{nobody}', {})).toBe('{nobody}');
    expect(plural('{x|a|b}', 'fr', {})).toBe('{x|a|b}');
  });
});
