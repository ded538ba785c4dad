/** Games between bots as one audience received them (`rules/tests/systems/recorded.rs`), and the tests that fold them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Timeline, type Fold } from '../timeline.svelte';

interface Recorded<V, N> {
  view: V;
  notices: N[];
  /** A number of notices, and the view after them without its fixed part. */
  checks: [number, Partial<V>][];
}

/** Tests a fold on recorded games, and returns them; `fixed` is the part of a view that never changes. */
export function folds<V extends object, N>(rules: Fold<V, N>, fixed: keyof V, files: readonly string[]): Recorded<V, N>[] {
  return files.map((file) => {
    const { notices: raw, ...told } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Recorded<V, unknown>;
    const game: Recorded<V, N> = { ...told, notices: raw.map(rules.read) };
    const whole = (view: Partial<V> | undefined) => ({ ...view, [fixed]: game.view[fixed] });
    describe(file, () => {
      it('folds to the view of the server at every check', () => {
        const before = JSON.stringify(game.view);
        let view = game.view;
        let done = 0;
        for (const [count, expected] of game.checks) {
          view = game.notices.slice(done, count).reduce(rules.fold, view);
          done = count;
          expect(view, `after ${count} notices`).toEqual(whole(expected));
        }
        expect(done).toBe(game.notices.length);
        expect(JSON.stringify(game.view), 'the first view is left as it was').toBe(before);
      });

      it('folds to the same view when notices are split into single facts', () => {
        const line = new Timeline(rules, game.view);
        raw.forEach((notice, n) => line.add({ n, at: n, turn: 0, notices: [notice] }));
        line.skip();
        expect(line.shown).toEqual(whole(game.checks.at(-1)?.[1]));
        for (const place of [0, 17, Math.floor(line.length / 2), line.length]) {
          line.seek(place);
          expect(line.cursor).toBe(place);
        }
        expect(line.turns().length).toBeGreaterThan(1);
      });
    });
    return game;
  });
}
