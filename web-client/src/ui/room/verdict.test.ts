import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../protocol';
import { lostTogether, parties, standings, verdictOf } from './verdict';

const outcome = (winners: number[], scores: number[], sides?: number[][]): Outcome => ({ winners, scores, reason: 'end', ...(sides ? { sides } : {}) });

describe('the verdict for a seat', () => {
  it('is won or lost without sides', () => {
    const end = outcome([1], [2, 5]);
    expect([0, 1].map((seat) => verdictOf(end, seat))).toEqual(['lost', 'won']);
  });

  it('is shared where several seats or none of several have won', () => {
    expect(verdictOf(outcome([0, 1], [3, 3]), 0)).toBe('shared');
    expect(verdictOf(outcome([], [3, 3]), 1)).toBe('shared');
  });

  it('is that of its side; a game master is on none', () => {
    const end = outcome([0, 2], [4, 1, 4, 0], [[0, 2], [1]]);
    expect([0, 1, 2, 3].map((seat) => verdictOf(end, seat))).toEqual(['won', 'lost', 'won', 'aside']);
    expect(standings(end)).toEqual([
      { seats: [0, 2], wins: true },
      { seats: [1], wins: false },
    ]);
  });

  it('is lost for all seats of a cooperative table without winners', () => {
    const end = outcome([], [1, 1, 0], [[0, 1]]);
    expect([0, 1, 2].map((seat) => verdictOf(end, seat))).toEqual(['lost', 'lost', 'aside']);
    expect(lostTogether(end)).toBe(true);
    expect(lostTogether(outcome([], [1, 1]))).toBe(false);
    expect(lostTogether(outcome([], [1, 1], [[0, 1], []]))).toBe(false);
  });
});

describe('the parties of a game', () => {
  it('are its sides, without a game master', () => {
    expect(parties(outcome([], [1, 1, 0], [[0, 1]]), 3)).toEqual([[0, 1]]);
    expect(parties(outcome([0], [4, 1, 4, 0], [[0, 2], [1]]), 4)).toEqual([[0, 2], [1]]);
    expect(parties(outcome([1], [2, 5]), 2)).toEqual([[0], [1]]);
  });
});
