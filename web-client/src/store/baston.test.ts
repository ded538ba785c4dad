import { expect, it } from 'vitest';
import type { Fact } from '../protocol/baston';
import { bastonFold } from './testdata/folds';
import { folds } from './testdata/recorded';

const games = folds(bastonFold, 'board', ['free-brawl.json', 'last-round.json', 'cash-box.json']);

it('meets most kinds of facts in the recorded games', () => {
  const kinds = new Set(games.flatMap((game) => game.notices.flatMap((notice) => notice.facts.map((fact) => fact.t))));
  const needed: Fact['t'][] = [
    'turn', 'enter', 'revealed', 'acts', 'plays', 'moved', 'faced', 'test', 'stun_roll', 'to_hit', 'wounded', 'stunned', 'item', 'ranked',
  ];
  expect(needed.filter((kind) => !kinds.has(kind))).toEqual([]);
});
