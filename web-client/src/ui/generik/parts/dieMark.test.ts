import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dieShape } from './dieMark';

const root = new URL('..', import.meta.url).pathname;

test('a die that is left and one that is spent differ in shape, not in colour alone', () => {
  const [left, spent] = [dieShape(false), dieShape(true)];
  expect(left.pip).not.toBe(spent.pip);
  expect(left.strike).not.toBe(spent.strike);
});

test('chips and the table draw dice with the same mark', () => {
  for (const file of ['ranks/Pips.svelte', 'table/Token.svelte']) expect(readFileSync(join(root, file), 'utf8')).toContain('<DieMark spent=');
});
