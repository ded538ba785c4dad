/** The time that the turns of recorded games take at speed 1. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Replay } from '../protocol';
import { RoomStore } from './room.svelte';
import { bastonFold, generikFold } from './testdata/folds';
import type { Fold } from './timeline.svelte';

/** Upper bound of a turn of contact of two against two, in milliseconds. */
const MOST = 15_000;

const folds: Record<string, Fold<unknown, unknown>> = { baston: bastonFold as Fold<unknown, unknown>, generik: generikFold as Fold<unknown, unknown> };
const root = new URL('../../../tests/fixtures/released/', import.meta.url);
const BLOWS = ['to_hit', 'attack'];

/** The turns of recorded games: number of figures, number of blows, and length in milliseconds. */
const turns = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json.gz') && Object.keys(folds).some((id) => file.startsWith(`${id}-v2`)))
  .flatMap((file) => {
    const { replay } = JSON.parse(gunzipSync(readFileSync(new URL(file, root))).toString()) as { replay: Replay };
    const fold = folds[replay.ruleset] as Fold<unknown, unknown>;
    const { timeline } = RoomStore.ofReplay(replay, fold);
    const view = replay.view as { fighters?: unknown[]; figures?: unknown[] };
    const people = (view.fighters ?? view.figures ?? []).length;
    return (timeline?.turns() ?? []).flatMap(({ turn }) => {
      const steps = (timeline?.steps ?? []).filter((step) => step.turn === turn).map((step) => step.notice as { facts: { t: string }[] });
      const blows = steps.flatMap(({ facts }) => facts).filter(({ t }) => BLOWS.includes(t)).length;
      return turn === 0 ? [] : [{ file, turn, people, blows, length: steps.reduce((sum, step) => sum + fold.beat(step), 0) }];
    });
  });

describe('the pace of a fight', () => {
  it('has turns of contact to measure, of two against two and of more', () => {
    expect(turns.filter(({ people, blows }) => people === 4 && blows >= 3).length).toBeGreaterThan(3);
    expect(turns.filter(({ people, blows }) => people > 4 && blows >= 10).length).toBeGreaterThan(3);
  });

  it.each(turns.filter(({ people }) => people === 4))('shows turn $turn of $file, $blows blows among four, in time', ({ length }) => {
    expect(length).toBeLessThan(MOST);
  });

  it.each(turns.filter(({ people }) => people > 6))('shows turn $turn of $file, $blows blows among $people, in its share of it', ({ length, people }) => {
    expect(length).toBeLessThan((MOST * people) / 4);
  });
});
