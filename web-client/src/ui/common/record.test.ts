import { expect, test } from 'vitest';
import type { PlayedGame } from '../../protocol';
import { byOpponent, bySystem, resultOf, rivals } from './record';

const game = (over: Partial<PlayedGame>): PlayedGame => ({
  game: 'g',
  ruleset: 'toy',
  scenario: 'short',
  players: ['Raymond', 'Lulu'],
  seat: 0,
  outcome: { winners: [0], scores: [1, 0], reason: 'turns' },
  ended: 0,
  ...over,
});

test('results are counted by system and by opponent', () => {
  const outcome = { winners: [1], scores: [0, 1], reason: 'turns' };
  const games = [game({}), game({ outcome }), game({ ruleset: 'other', players: ['Raymond', ''] }), game({ outcome: { ...outcome, winners: [] } })];
  expect(games.map(resultOf)).toEqual(['won', 'lost', 'won', 'drawn']);
  expect(bySystem(games)).toEqual([
    { key: 'toy', games: 3, won: 1, lost: 1, drawn: 1 },
    { key: 'other', games: 1, won: 1, lost: 0, drawn: 0 },
  ]);
  expect(byOpponent(games, (name) => name.toUpperCase())).toEqual([{ key: 'LULU', games: 3, won: 1, lost: 1, drawn: 1 }]);
  expect(resultOf(game({ seat: null }))).toBe('left');
});

test('players of the own side are no opponents', () => {
  const outcome = {
    winners: [0, 2],
    scores: [1, 0, 1, 0],
    reason: 'turns',
    sides: [
      [0, 2],
      [1, 3],
    ],
  };
  expect(rivals(game({ players: ['A', 'B', 'C', 'D'], outcome }))).toEqual([1, 3]);
});
