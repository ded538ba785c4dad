import { describe, expect, it } from 'vitest';
import { view } from '../testdata/view';
import { batchOf, marksOf, slotsOf, upOf } from './track';

describe('the turn as five heartbeats', () => {
  it('has slots that are read from bits', () => {
    expect(slotsOf(0b101010)).toEqual([1, 3, 5]);
    expect(slotsOf(0)).toEqual([]);
  });

  it('lists the fighters in the order of the announcements, the slowest first', () => {
    expect(marksOf(view()).map(({ who, slots, announced }) => [who, slots, announced])).toEqual([
      [1, [3, 5], 3],
      [0, [2, 4], 2],
    ]);
  });

  it('leaves out fighters that are out of the fight', () => {
    const out = view(({ scene }) => {
      if (scene.fighters[1]) scene.fighters[1].body.status = 'out';
    });
    expect(marksOf(out).map(({ who }) => who)).toEqual([0]);
  });

  it('takes the fighters that act at once, and the one that is up, from the question', () => {
    expect(batchOf({ batch: { id: 1, seats: [0, 1], whos: [0, 1] } })).toEqual([0, 1]);
    expect(batchOf({ act: { id: 2, seat: 0, who: 0 } })).toEqual([]);
    expect(upOf({ act: { id: 2, seat: 0, who: 0 } })).toBe(0);
    expect(upOf(null)).toBeNull();
  });
});
