import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BROWSERS, OLDEST, TARGET, unreadable } from './oldest.ts';

it('a script with look-behind is refused, as a literal or in a string', () => {
  for (const script of ['a.replace(/(?<!b)c/g, d)', 'new RegExp("(?<=b)c")', 'const a = String.raw`(?<![.!?]) The`']) {
    expect(unreadable(script), script).toContain('look-behind');
  }
  for (const script of ['/(?<name>a)(?=b)(?!c)(?:d)/u', 'a < b', 'f(?<T>)']) expect(unreadable(script), script).toBeNull();
});

it('the README names the browsers that the client is built for', () => {
  const told = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  for (const [name, version] of Object.entries(OLDEST)) expect(told).toContain(`${name} ${version}`);
  expect(BROWSERS).toContain(`Safari ${OLDEST.Safari}`);
  expect(TARGET).toContain(`ios${OLDEST.Safari}`);
});
