import { expect, test } from 'vitest';
import { CHANCES, NOTHING, stanceOf, withStance, type StanceKey } from './stances';

const KEYS: readonly StanceKey[] = ['ask', 'every', 'hold', ...CHANCES.map((n): StanceKey => `at${n}`)];

test('each usual answer is read back as what it was set to, and leaves other answers alone', () => {
  const before = { ...NOTHING, defaults: ['GEN-DEC-17' as const] };
  for (const key of KEYS) {
    const standing = withStance(before, key);
    expect(stanceOf(standing)).toBe(key);
    expect(standing.defaults).toEqual(before.defaults);
  }
});

test('whoever shoots at good odds only is not asked about the rest', () => {
  expect(withStance(NOTHING, 'at50')).toMatchObject({ watches: [{ stance: 'shoot', at_least: 50 }], pass: true });
});

test("answers of one's own are kept as they are", () => {
  const own = { ...NOTHING, watches: [{ stance: 'shoot' as const, within: 2000 }] };
  expect(stanceOf(own)).toBe('own');
  expect(withStance(own, 'own')).toBe(own);
});
