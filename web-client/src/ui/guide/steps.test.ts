import { describe, expect, it } from 'vitest';
import { fill } from '../../i18n/index.svelte';
import type { AnyFact } from '../../store/fold';
import { hasGuide, loadGuide } from './guides';
import { reached, stepAt, type Guide, type GuideTable, type Said } from './steps';

const table = (more: Partial<GuideTable> = {}): GuideTable => ({
  view: {},
  facts: [],
  session: {},
  seat: 0,
  mine: null,
  open: null,
  pressed: new Set(),
  ...more,
});
const told = (...kinds: string[]): AnyFact[] => kinds.map((t) => ({ rule: 'R-1', t }));

const guide: Guide = {
  steps: [
    { id: 'look', fr: 'Regarde', en: 'Look' },
    { id: 'blow', fr: 'Cogne', en: 'Hit', until: ({ facts }) => facts.some(({ t }) => t === 'blow') },
    { id: 'press', fr: 'Touche', en: 'Tap', until: ({ pressed }) => pressed.has('line') },
  ],
};

describe('the steps of a guide', () => {
  it('are over once their condition holds, and not before', () => {
    expect(reached(guide, 1, table())).toBe(1);
    expect(reached(guide, 1, table({ facts: told('turn') }))).toBe(1);
    expect(reached(guide, 1, table({ facts: told('turn', 'blow') }))).toBe(2);
    expect(reached(guide, 1, table({ facts: told('blow'), pressed: new Set(['line']) })), 'all of it').toBe(3);
  });

  it('without a condition wait for the reader', () => {
    expect(reached(guide, 0, table({ facts: told('blow'), pressed: new Set(['line']) }))).toBe(0);
  });

  it('are found by their id, the first for an unknown one', () => {
    expect(stepAt(guide, 'press')).toBe(2);
    expect(stepAt(guide, '')).toBe(0);
    expect(stepAt(guide, 'of an older client')).toBe(0);
  });
});

/** The systems with a guide, found as the client finds them. */
const systems = Object.keys(import.meta.glob('../*/guide.ts')).map((path) => path.split('/')[1] ?? '');

describe.each(systems)('the guide of %s', async (id) => {
  const { steps } = await loadGuide(id);

  it('exists, has unique step ids, and ends with a step for the reader', () => {
    expect(hasGuide(id)).toBe(true);
    expect(steps.length).toBeGreaterThan(4);
    expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length);
    expect(steps.at(-1)?.until, 'the last words are read').toBeUndefined();
    for (const step of steps) expect(step.until !== undefined || step.at !== undefined || step === steps.at(-1), step.id).toBe(true);
  });

  it('has short texts in both languages, and addresses the player informally', () => {
    const all: readonly Said[] = steps;
    for (const { fr, en } of all) {
      for (const text of [fr, en]) {
        expect(text.length, text).toBeGreaterThan(30);
        expect(text.length, text).toBeLessThanOrEqual(160);
        expect(fill(text, {}), 'no value is missing').toBe(text);
      }
      expect(fr).not.toBe(en);
      expect(fr, 'tutoiement').not.toMatch(/\b(vous|votre|vos)\b/i);
    }
  });
});

it('a system without a guide has no steps', async () => {
  expect(hasGuide('nothing')).toBe(false);
  expect((await loadGuide('nothing')).steps).toEqual([]);
});
