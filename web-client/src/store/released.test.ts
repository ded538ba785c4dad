/** Replays of every released version of the rules, as stored in `tests/fixtures/released`. The client folds each of them to its end. */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Replay } from '../protocol';
import { RoomStore } from './room.svelte';
import { bastonFold, celtiquesFold, energieFold, generikFold } from './testdata/folds';
import type { Fold } from './timeline.svelte';

interface Released {
  replay: Replay;
  /** The view of the server at the end. */
  end: unknown;
}

const folds = { baston: bastonFold, generik: generikFold, energie: energieFold, celtiques: celtiquesFold } as unknown as Record<string, Fold<unknown, unknown>>;

/** Functions, by system, that add the fields which views of older versions lack. */
const since: Record<string, (end: unknown) => void> = {
  generik: (end) => {
    const { phase } = (end as { scene: { phase: { back?: unknown[] } } }).scene;
    phase.back ??= [];
  },
};

const root = new URL('../../../tests/fixtures/released/', import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json.gz'));

describe('games of released versions', () => {
  it('are recorded for every system', () => {
    expect(new Set(files.map((file) => file.split('-v')[0]))).toEqual(new Set(Object.keys(folds)));
  });

  it.each(files)('%s folds to its recorded end', (file) => {
    const { replay, end } = JSON.parse(gunzipSync(readFileSync(new URL(file, root))).toString()) as Released;
    const fold = folds[replay.ruleset];
    expect(fold).toBeDefined();
    if (!fold) return;
    since[replay.ruleset]?.(end);
    const { timeline, outcome } = RoomStore.ofReplay(replay, fold);
    expect(timeline?.length).toBeGreaterThan(replay.entries.length);
    expect(timeline?.latest).toEqual(end);
    timeline?.skip();
    expect(timeline?.shown).toEqual(end);
    expect(outcome).toEqual(replay.outcome);
  });
});
