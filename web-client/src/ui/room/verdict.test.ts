import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../protocol';
import { lostTogether, parties, standings, verdictOf } from './verdict';

const outcome = (winners: number[], scores: number[], sides?: number[][]): Outcome => ({ winners, scores, reason: 'end', ...(sides ? { sides } : {}) });

describe('what came out for a seat', () => {
  it('is won or lost where everybody fights alone', () => {
    const end = outcome([1], [2, 5]);
    expect([0, 1].map((seat) => verdictOf(end, seat))).toEqual(['lost', 'won']);
  });

  it('is shared where several have won, or none has of several', () => {
    expect(verdictOf(outcome([0, 1], [3, 3]), 0)).toBe('shared');
    expect(verdictOf(outcome([], [3, 3]), 1)).toBe('shared');
  });

  it('goes by side: a game master is on none', () => {
    const end = outcome([0, 2], [4, 1, 4, 0], [[0, 2], [1]]);
    expect([0, 1, 2, 3].map((seat) => verdictOf(end, seat))).toEqual(['won', 'lost', 'won', 'aside']);
    expect(standings(end)).toEqual([
      { seats: [0, 2], wins: true },
      { seats: [1], wins: false },
    ]);
  });

  it('is lost together by a table that stood against the game', () => {
    const end = outcome([], [1, 1, 0], [[0, 1]]);
    expect([0, 1, 2].map((seat) => verdictOf(end, seat))).toEqual(['lost', 'lost', 'aside']);
    expect(lostTogether(end)).toBe(true);
    expect(lostTogether(outcome([], [1, 1]))).toBe(false);
    expect(lostTogether(outcome([], [1, 1], [[0, 1], []]))).toBe(false);
  });
});

describe('who met', () => {
  it('are those who stood together, without a game master', () => {
    expect(parties(outcome([], [1, 1, 0], [[0, 1]]), 3)).toEqual([[0, 1]]);
    expect(parties(outcome([0], [4, 1, 4, 0], [[0, 2], [1]]), 4)).toEqual([[0, 2], [1]]);
    expect(parties(outcome([1], [2, 5]), 2)).toEqual([[0], [1]]);
  });
});
