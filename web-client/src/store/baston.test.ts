import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fact, Notice, View } from '../protocol/baston';
import { bastonFold } from './baston';
import { Timeline } from './timeline.svelte';

/** A whole game between bots as one audience is told of it; see `rules/tests/recorded.rs`. */
interface Recorded {
  audience: string;
  view: View;
  notices: Notice[];
  checks: [number, Omit<View, 'board'>][];
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`./testdata/${file}`, import.meta.url), 'utf8')) as Recorded;
const games = ['free-brawl.json', 'last-round.json', 'cash-box.json'].map((file) => [file, read(file)] as const);

describe.each(games)('%s', (_, game) => {
  it('folds to what the server sees, at every check', () => {
    const before = JSON.stringify(game.view);
    let view = game.view;
    let done = 0;
    for (const [count, expected] of game.checks) {
      view = game.notices.slice(done, count).reduce(bastonFold.fold, view);
      done = count;
      expect(view, `after ${count} notices`).toEqual({ ...expected, board: game.view.board });
    }
    expect(done).toBe(game.notices.length);
    expect(JSON.stringify(game.view), 'the first view is left as it was').toBe(before);
  });

  it('comes to the same when notices are cut into single facts', () => {
    const line = new Timeline(bastonFold, game.view);
    game.notices.forEach((notice, n) =>
      line.add({ n, at: n, turn: 0, notices: [notice], seal: null, asking: null, outcome: null }),
    );
    line.skip();
    const last = game.checks[game.checks.length - 1]?.[1];
    expect(line.shown).toEqual({ ...last, board: game.view.board });
    for (const place of [0, 17, Math.floor(line.length / 2), line.length]) {
      line.seek(place);
      expect(line.cursor).toBe(place);
    }
    expect(line.turns().length).toBeGreaterThan(1);
  });
});

it('meets most kinds of facts in the recorded games', () => {
  const kinds = new Set(games.flatMap(([, game]) => game.notices.flatMap((notice) => notice.facts.map((fact) => fact.t))));
  const needed: Fact['t'][] = [
    'turn', 'enter', 'revealed', 'acts', 'plays', 'moved', 'faced', 'test', 'stun_roll', 'to_hit', 'wounded', 'stunned', 'item', 'ranked',
  ];
  expect(needed.filter((kind) => !kinds.has(kind))).toEqual([]);
});
