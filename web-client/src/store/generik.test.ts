import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Notice, View } from '../protocol/generik';
import { generikFold } from './generik';
import { Timeline } from './timeline.svelte';

/** A game between bots as one audience is told of it; see `rules/tests/recorded.rs`. */
interface Recorded {
  audience: string;
  view: View;
  notices: Notice[];
  checks: [number, Omit<View, 'setup'>][];
}

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`./testdata/${file}`, import.meta.url), 'utf8')) as Recorded;
const games = ['generik-duel.json', 'generik-sack.json', 'generik-campaign.json'].map((file) => [file, read(file)] as const);

describe.each(games)('%s', (_, game) => {
  it('folds to what the server sees, at every check', () => {
    const before = JSON.stringify(game.view);
    let view = game.view;
    let done = 0;
    for (const [count, expected] of game.checks) {
      view = game.notices.slice(done, count).reduce(generikFold.fold, view);
      done = count;
      expect(view, `after ${count} notices`).toEqual({ ...expected, setup: game.view.setup });
    }
    expect(done).toBe(game.notices.length);
    expect(JSON.stringify(game.view), 'the first view is left as it was').toBe(before);
  });

  it('comes to the same when notices are cut into single facts', () => {
    const line = new Timeline(generikFold, game.view);
    game.notices.forEach((notice, n) =>
      line.add({ n, at: n, turn: 0, notices: [notice], seal: null, asking: null, outcome: null }),
    );
    line.skip();
    const last = game.checks[game.checks.length - 1]?.[1];
    expect(line.shown).toEqual({ ...last, setup: game.view.setup });
  });
});
