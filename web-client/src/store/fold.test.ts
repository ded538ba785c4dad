import { describe, expect, it } from 'vitest';
import { foldOf, type Folding } from './fold';

const system: Folding = {
  rules: 'T-',
  rows: { moved: ['who', 'at'], glass: ['at'], swept: ['at'], dealt: ['given'], took: ['n', 'what'], met: ['part', 'left'], called: ['who'] },
  fold: {
    moved: [{ set: [['people', { fact: ['who'] }, 'at'], { fact: ['at'] }] }],
    glass: [{ add: [['glass'], { fact: ['at'] }] }],
    swept: [{ drop: [['glass'], { fact: ['at'] }] }],
    dealt: [{ each: [['people'], { fact: ['given'] }, [{ set: [['people', { turn: 0 }, 'card'], { fact: ['given', { turn: 0 }] }] }]] }],
    took: [{ put: [['things'], { fact: ['n'] }, { fact: ['what'] }] }],
    met: [{ set: [['left', { rank: [{ fact: ['part'] }, { head: 0, legs: 1 }] }], { fact: ['left'] }] }],
    called: [
      { if: [{ not: { has: [{ view: ['called'] }, { fact: ['who'] }] } }, [{ push: [['called'], { fact: ['who'] }] }], [{ set: [['twice'], { is: true }] }]] },
    ],
  },
  panels: { turn: 'now.turn', log: { moved: { weight: 'plain', beat: 300, sound: 'door' } } },
};
const start = {
  now: { turn: 3 },
  people: [
    { at: 0, card: 0 },
    { at: 0, card: 0 },
    { at: 0, card: 0 },
  ],
  glass: [
    [1, 2],
    [3, 1],
  ],
  things: ['a'],
  left: [5, 5],
  called: [] as number[],
  twice: false,
  ready: [{ on: true }, { on: true }],
};
const rules = foldOf<typeof start, { rule: string; t: string }>(system);
const after = (...rows: unknown[]) => rules.fold(start, rules.read(rows));

describe('the fold', () => {
  it('sets a place and shares the rest of the view', () => {
    const next = after(['A-1', 'moved', 1, 7]);
    expect(next.people.map(({ at }) => at)).toEqual([0, 7, 0]);
    expect(next.people[0]).toBe(start.people[0]);
    expect(next.glass).toBe(start.glass);
    expect(start.people[1]?.at).toBe(0);
  });

  it('returns the same view when nothing changes or the place does not exist', () => {
    expect(after(['A-1', 'moved', 1, 0])).toBe(start);
    expect(after(['A-1', 'moved', 9, 1], ['A-1', 'unheard'])).toBe(start);
  });

  it('keeps sorted lists sorted and without duplicates', () => {
    expect(after(['A', 'glass', [2, 9]], ['A', 'glass', [1, 2]]).glass).toEqual([
      [1, 2],
      [2, 9],
      [3, 1],
    ]);
    expect(after(['A', 'swept', [1, 2]], ['A', 'swept', [9, 9]]).glass).toEqual([[3, 1]]);
  });

  it('goes through two lists up to the length of the shorter one', () => {
    expect(after(['A', 'dealt', [4, 5]]).people.map(({ card }) => card)).toEqual([4, 5, 0]);
  });

  it('writes by index, by name, or at the end', () => {
    expect(after(['A', 'took', 0, 'b'], ['A', 'took', 5, 'c']).things).toEqual(['b', 'c']);
    expect(after(['A', 'met', 'legs', 2]).left).toEqual([5, 2]);
  });

  it('runs one of two branches', () => {
    const next = after(['A', 'called', 1], ['A', 'called', 1]);
    expect([next.called, next.twice]).toEqual([[1], true]);
  });

  it('sets places after the facts, each place of a list where the path has a star', () => {
    expect(after(['A', 'moved', 0, 2], ['=', 'ready.*.on', false], ['=', 'ready.1.on', true]).ready).toEqual([{ on: false }, { on: true }]);
  });

  it('reads rules, splits notices into single facts, and returns length, sound and turn', () => {
    const told = rules.read([
      ['A-1', 'moved', 0, 2],
      ['*OTHER', 'glass', [1, 1]],
      ['=', 'twice', true],
    ]);
    expect(told.facts.map(({ rule }) => rule)).toEqual(['T-A-1', 'OTHER']);
    expect(rules.split(told).map(({ facts, set }) => [facts.length, set.length])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect([rules.beat(told), rules.noise?.(told), rules.turn(start)]).toEqual([550, 'door', 3]);
  });
});
