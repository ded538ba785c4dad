import { expect, it, vi } from 'vitest';
import type { Command, Draft, PathAdvice } from '../../protocol/generik';
import { Query } from './query.svelte';

const path: PathAdvice = {
  fig: 0,
  da: 1,
  end: [6000, 6800],
  length: 800,
  cost: 1000,
  budget: 1000,
  slow: 200,
  rates: [1, 2],
  difficult: [],
  cut: null,
  halt: { too_long: { cost: 1300, budget: 1000 } },
  checkpoints: [],
  watchers: [],
};
const refusal = { code: 'generik.path.long', rule: 'GEN-ACT-31', words: 'Trop loin' };
const move = (x: number): Command => ({ do: 'act', question: 1, fig: 0, what: { act: 'move', path: [[x, 6000]], run: false, exit: false } });

/** A room that refuses every try and measures every path. */
const room = (asked: Draft[]) => (draft: unknown) => {
  asked.push(draft as Draft);
  const said = (draft as Draft).draft === 'walk' ? { advice: { advice: 'path', ...path }, refusal: null } : { advice: null, refusal };
  return Promise.resolve(said as never);
};

it('asks of a path that is refused how far it goes', async () => {
  const asked: Draft[] = [];
  const query = new Query(room(asked));
  query.ask({ draft: 'try', command: move(7000) }, 0);
  await vi.waitFor(() => expect(query.waiting).toBe(false));
  expect(query.heard).toMatchObject({ refusal, walk: { end: [6000, 6800], halt: { too_long: { cost: 1300 } } } });
  expect(asked).toEqual([
    { draft: 'try', command: move(7000) },
    { draft: 'walk', command: move(7000) },
  ]);
});

it('asks nothing more of what has no path, and drops what is no longer asked', async () => {
  const asked: Draft[] = [];
  const query = new Query(room(asked));
  query.ask({ draft: 'try', command: move(7000) }, 0);
  query.ask({ draft: 'try', command: { do: 'end', question: 1 } }, 0);
  await vi.waitFor(() => expect(query.waiting).toBe(false));
  expect(asked).toEqual([{ draft: 'try', command: { do: 'end', question: 1 } }]);
  expect(query.heard?.walk).toBeUndefined();
  query.ask(null);
  expect(query.heard).toBeNull();
});
