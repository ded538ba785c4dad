import { expect, it } from 'vitest';
import type { Fact } from '../protocol/baston';
import { bastonFold } from './testdata/folds';
import { folds } from './testdata/recorded';

const games = folds(bastonFold, 'board', ['free-brawl.json', 'last-round.json', 'cash-box.json']);

it('most kinds of facts occur in the recorded games', () => {
  const kinds = new Set(games.flatMap((game) => game.notices.flatMap((notice) => notice.facts.map((fact) => fact.t))));
  const needed: Fact['t'][] = [
    'turn',
    'enter',
    'revealed',
    'acts',
    'plays',
    'moved',
    'faced',
    'test',
    'stun_roll',
    'to_hit',
    'wounded',
    'stunned',
    'item',
    'ranked',
  ];
  expect(needed.filter((kind) => !kinds.has(kind))).toEqual([]);
});

it('restores the orders of a fighter who is released, as the rules do', () => {
  const view = games[0]!.view;
  const [holder, victim] = view.fighters.map(({ now }) => now);
  const held = {
    ...view,
    fighters: view.fighters.map((one, who) => ({
      ...one,
      now:
        who === 1
          ? { ...victim!, held_by: 0, done: false, stun: 0, cancelled: [true, true] as [boolean, boolean] }
          : who === 0
            ? { ...holder!, holding: 1 }
            : one.now,
    })),
  };
  const freed = bastonFold.fold(held, bastonFold.read([['CT-06', 'released', 0, 1]])).fighters;
  expect([freed[0]?.now.holding, freed[1]?.now.held_by, freed[1]?.now.cancelled]).toEqual([null, null, [false, false]]);
});
