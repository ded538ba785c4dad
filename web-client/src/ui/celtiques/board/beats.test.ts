import { describe, expect, it } from 'vitest';
import type { Deed, Fact, Who } from '../../../protocol/celtiques';
import { togetherOf } from './beats';

const blow = (at: Who): Deed => ({ act: { strike: { at } } });
const step = (fact: Fact) => ({ notice: { facts: [fact], set: [] } });
const acts = (who: Who, deed: Deed) => step({ rule: 'CEL-DEC-27', t: 'acts', who, deed });
const turn = step({ rule: 'CEL-SEG-01', t: 'segment', segment: 2 });

describe('deeds that are opened together', () => {
  it('are one beat for each of their steps, with every fighter and its target', () => {
    const steps = [turn, acts(0, blow(1)), acts(1, blow(0)), turn];
    const both = [
      [0, 1],
      [1, 0],
    ];
    expect([0, 1, 2, 3].map((at) => togetherOf(steps, at)?.together)).toEqual([undefined, both, both, undefined]);
    expect(togetherOf(steps, 1)?.banner).toMatch(/^(Tous ensemble|All at once)/);
  });

  it('are at least two: a single deed keeps its own beat', () => {
    expect(togetherOf([turn, acts(0, blow(1)), turn], 1)).toBeNull();
  });
});
