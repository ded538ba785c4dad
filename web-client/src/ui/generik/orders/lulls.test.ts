import { expect, test } from 'vitest';
import type { View } from '../../../protocol/generik';
import { VIEW } from '../testdata/view';
import { LULLS, lullOf, withLull } from './lulls';
import { NOTHING } from './stances';

const before = { ...NOTHING, pass: true, spent: true, defaults: ['GEN-DEC-17' as const] };
/** The same table in another phase of another turn. */
const at = (turn: number, number: number): View => ({ ...VIEW, scene: { ...VIEW.scene, turn, phase: { ...VIEW.scene.phase, number } } });

test('each lull is read back as what it was set to, leaves other answers alone, and is taken back whole', () => {
  for (const key of LULLS) {
    const standing = withLull(before, key, at(2, 7));
    expect(standing).toMatchObject(before);
    expect(lullOf(standing, at(2, 7))).toBe(key);
    expect(withLull(standing, null, at(2, 7))).toEqual(before);
  }
  expect(lullOf(before, VIEW)).toBeNull();
});

test('a phase and a turn come to an end, the others do not', () => {
  const later = (key: (typeof LULLS)[number], view: View) => lullOf(withLull(before, key, at(2, 7)), view);
  expect([later('phase', at(2, 8)), later('turn', at(2, 8)), later('turn', at(3, 8))]).toEqual([null, 'turn', null]);
  expect([later('threat', at(3, 9)), later('recalled', at(3, 9))]).toEqual(['threat', 'recalled']);
});

test('who lets a phase pass is asked about threats again after it', () => {
  const both = withLull(withLull(before, 'threat', at(2, 7)), 'phase', at(2, 7));
  expect([lullOf(both, at(2, 7)), lullOf(both, at(2, 8))]).toEqual(['phase', 'threat']);
});
