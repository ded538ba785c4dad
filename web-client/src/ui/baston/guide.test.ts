import { expect, test } from 'vitest';
import type { Ask, Fact, Sheet, View } from '../../protocol/baston';
import { reached, stepAt, type GuideTable } from '../guide/steps';
import guide from './guide';
import type { Session } from './session.svelte';

type Table = GuideTable<View, Fact, Session>;

const plan = { ask: 'plan', turn: 1, forms: [] } as Ask;
const sheet = (...orders: [string, string, string]): Sheet => ({ who: 0, orders, instructions: { weapons: [], part: null, spare: [], drops: [] } as never });
function table({ written = [], sheets = [], ...more }: Partial<Table> & { written?: Sheet[]; sheets?: Sheet[] } = {}): Table {
  return {
    view: { turn: 1, mine: { sheets }, outcome: null } as unknown as View,
    facts: [],
    session: { written } as unknown as Session,
    seat: 0,
    mine: plan,
    open: plan,
    pressed: new Set(),
    ...more,
  };
}
const fact = (t: string): Fact => ({ rule: 'BAS-PRG-01', t }) as unknown as Fact;
/** The step that is shown, from another on. */
const at = (from: string, now: Table) => guide.steps[reached(guide, stepAt(guide, from), now)]?.id;

test('a blow at who stands there already, then a step, are written on the sheet', () => {
  expect(at('sheet', table()), 'what a sheet is, is read').toBe('sheet');
  expect(guide.steps[1]?.id, 'nobody has to be walked to').toBe('blow');
  expect(at('blow', table({ written: [sheet('-/-', '-/-', '-/-')] }))).toBe('blow');
  expect(at('blow', table({ written: [sheet('-/CP', '-/-', '-/-')] }))).toBe('step');
  expect(at('blow', table({ written: [sheet('-/CP', 'G/-', '-/-')] })), 'turning is no step').toBe('step');
  expect(at('blow', table({ written: [sheet('-/-', '-/-', '-/-'), sheet('-/-', 'M6G/CP', '-/-')] })), 'anywhere on it').toBe('rest');
});

test('whoever confirms at once, even an empty sheet, is not held up', () => {
  expect(at('sheet', table({ sheets: [sheet('-/-', '-/-', '-/-')], mine: null }))).toBe('reveal');
  expect(at('blow', table({ facts: [fact('revealed')], mine: null }))).toBe('reveal');
});

test('the reveal is over with the first blow told, or with the turn', () => {
  expect(at('reveal', table({ facts: [fact('revealed'), fact('moved')], mine: null }))).toBe('reveal');
  expect(at('reveal', table({ facts: [fact('revealed'), fact('to_hit')], mine: null }))).toBe('story');
  expect(at('reveal', table({ facts: [fact('revealed'), fact('moved')], mine: plan }))).toBe('story');
  expect(at('story', table({ pressed: new Set(['tab-log']) }))).toBe('story');
  expect(at('story', table({ pressed: new Set(['line-to_hit', 'side']) }))).toBe('end');
});

test('a decision in mid-blow is told of in place of the step', () => {
  const decide = { ask: 'decide' } as Ask;
  expect(guide.aside?.(table({ mine: decide }), 'reveal')?.at).toEqual(['question']);
  expect(guide.aside?.(table({ mine: { ask: 'rewrite' } as Ask }), 'reveal')?.at).toContain('confirm');
  expect(guide.aside?.(table({ mine: decide }), 'story')?.at, 'it stands in the place of the story').toEqual(['question']);
  expect(guide.aside?.(table({ mine: { ask: 'rewrite' } as Ask }), 'story')).toBeNull();
  expect(guide.aside?.(table(), 'reveal')).toBeNull();
});
