import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Lang } from '../i18n/initial';
import { fill } from './fill';

/** Language, text, values, and the filled text. The server passes the same cases (`rules/kit/src/text.rs`). */
type Case = readonly [Lang, string, Readonly<Record<string, string | number>>, string];
const cases = JSON.parse(readFileSync(new URL('../../../tests/fixtures/texts.json', import.meta.url), 'utf8')) as Case[];

it.each(cases)('in %s, %j about %j is %j', (lang, text, values, filled) => {
  expect(fill(text, lang, values)).toBe(filled);
});
