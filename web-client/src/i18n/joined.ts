import { VOWEL } from './vowel';

/** What a preposition and an article make together. */
const JOINED: Readonly<Record<string, string>> = { 'de le': 'du', 'de les': 'des', 'De le': 'Du', 'De les': 'Des', 'à le': 'au', 'à les': 'aux' };

/** French text with what a placeholder puts behind it. */
export function joined(text: string, next: string): string {
  const [, before = '', word] = /^([\s\S]*(?:^|[\s(]))([Dd]e|à|que) $/.exec(text) ?? [];
  if (word === undefined) return text + next;
  if (word !== 'à' && VOWEL.test(next)) return `${before}${word.slice(0, -1)}’${next}`;
  const [, article = '', rest = ''] = /^([Ll]es?) ([\s\S]*)$/.exec(next) ?? [];
  const one = JOINED[`${word} ${article.toLowerCase()}`];
  return one === undefined ? text + next : `${before}${one} ${rest}`;
}
