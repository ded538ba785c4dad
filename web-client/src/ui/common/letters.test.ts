import { expect, test } from 'vitest';
import { cutAtLetters } from './letters';

test('the letter after a name is a part of its own, with its seat', () => {
  const letters = new Map([
    ['A', 0],
    ['C2', 1],
  ]);
  expect(cutAtLetters('Ginette (A) frappe Ginette (C2) (POU).', letters)).toEqual([
    { words: 'Ginette ', seat: null },
    { words: '(A)', seat: 0 },
    { words: ' frappe Ginette ', seat: null },
    { words: '(C2)', seat: 1 },
    { words: ' (POU).', seat: null },
  ]);
  expect(cutAtLetters('Momo (B)', letters)).toEqual([
    { words: 'Momo ', seat: null },
    { words: '(B)', seat: null },
  ]);
});
