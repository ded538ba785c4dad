import { describe, expect, it } from 'vitest';
import { houseOf } from '../../house/presented.svelte';
import { VIEW } from '../testdata/view';
import type { Fact } from '../../../protocol/generik';
import { countOf, partsOf, unfought } from './count';
import { memberOf } from './naming';

const rule = 'GEN-SCN-10' as Fact['rule'];

describe('the count of a fight', () => {
  const facts: Fact[] = [
    { rule, t: 'score', seat: 0, lines: [{ code: 'win', fig: null, n: 15 }], total: 15 },
    {
      rule,
      t: 'score',
      seat: 1,
      lines: [
        { code: 'wounded', fig: 2, n: 5 },
        { code: 'weaker', fig: null, n: 5 },
      ],
      total: 10,
    },
  ];

  it('names the rule of every number', () => {
    expect(countOf(facts, 0)).toEqual([{ code: 'win', fig: null, n: 15, rule: 'GEN-SET-10' }]);
    expect(countOf(facts, 1)).toEqual([
      { code: 'wounded', fig: 2, n: 5, rule: 'GEN-SCN-10' },
      { code: 'weaker', fig: null, n: 5, rule: 'R-243' },
    ]);
    expect(countOf([], 0)).toBeNull();
    expect(partsOf(countOf(facts, 1))?.map(({ who }) => who)).toEqual([2, undefined]);
  });

  it('names the figure that points were given for', () => {
    const house = houseOf('generik');
    const name = memberOf(VIEW, 2)?.name;
    expect(name).toBeTruthy();
    expect(house?.scored('wounded', 2, VIEW)).toBe(`${name} · ennemi blessé`);
    expect(house?.scored('win', undefined, VIEW)).toBe('victoire');
  });

  it('R-352: knows a draw without a fight', () => {
    const ended = (why: string): Fact => ({ rule: why as Fact['rule'], t: 'ended', outcome: { winners: [], scores: [0, 0], reason: 'agreed' } });
    expect(unfought([...facts, ended('GEN-DEC-32')])).toBe(false);
    expect(unfought([ended('R-352')])).toBe(true);
  });
});
