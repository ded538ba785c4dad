import { expect, test } from 'vitest';
import type { Ask, Fact, View } from '../../protocol/generik';
import { reached, stepAt, type GuideTable } from '../guide/steps';
import guide from './guide';
import type { Session } from './session.svelte';
import { VIEW } from './testdata/view';

type Table = GuideTable<View, Fact, Session>;

const phase = { ask: 'phase', id: 1, seat: 0, may_rout: false, heroic: null } as Ask;
const react = { ask: 'react', id: 2, seat: 0 } as unknown as Ask;
const foe = VIEW.figures.find(({ seat }) => seat === 1)?.fig ?? -1;
const mine = VIEW.figures.find(({ seat }) => seat === 0)?.fig ?? -1;
const table = (more: Partial<Table> = {}): Table => ({
  view: VIEW,
  facts: [],
  session: { picked: mine, look: null } as unknown as Session,
  seat: 0,
  mine: phase,
  open: phase,
  pressed: new Set(),
  ...more,
});
const acts = (fig: number, act: string): Fact => ({ rule: 'GEN-ACT-01', t: 'acts', fig, act: { act }, cost: 1 }) as unknown as Fact;
const over = (seat: number): Fact => ({ rule: 'GEN-ACT-01', t: 'phase_over', seat, why: 'done', empty_run: 0 }) as unknown as Fact;
const at = (from: string, now: Table) => guide.steps[reached(guide, stepAt(guide, from), now)]?.id;

test('a run and a shot of our own count, what others do does not', () => {
  expect(at('figures', table())).toBe('figures');
  expect(at('figures', table({ pressed: new Set(['people']) }))).toBe('run');
  expect(at('run', table({ facts: [acts(foe, 'move')] }))).toBe('run');
  expect(at('run', table({ facts: [acts(mine, 'move')] }))).toBe('end-phase');
  expect(at('shoot', table({ facts: [acts(mine, 'move'), acts(foe, 'shoot')] }))).toBe('shoot');
  expect(at('shoot', table({ facts: [acts(mine, 'shoot'), acts(mine, 'move')] })), 'in whatever order').toBe('end');
});

test('a player who ends the phase first, or loses it to a reaction, goes on from there', () => {
  const facts = [acts(mine, 'move'), over(0), over(1)];
  expect(at('run', table({ facts: facts.slice(1) }))).toBe('run');
  expect(at('run', table({ facts: facts.slice(0, 2), mine: null }))).toBe('wait');
  expect(at('run', table({ facts }))).toBe('shoot');
});

test('a reaction is told of when it comes; without one the shot comes next, and a reaction is told of then', () => {
  const facts = [acts(mine, 'move'), over(0)];
  expect(at('wait', table({ facts, mine: null }))).toBe('wait');
  expect(at('wait', table({ facts, mine: react }))).toBe('react');
  expect(at('react', table({ facts, mine: null }))).toBe('shoot');
  expect(at('wait', table({ facts: [...facts, over(1)], mine: phase }))).toBe('shoot');
  const shot = (fig: number) => ({ rule: 'GEN-AO-01', t: 'reacts', fig, actor: foe, reaction: {} }) as unknown as Fact;
  expect(at('wait', table({ facts: [shot(mine), ...facts], mine: null })), 'one that came before').toBe('shoot');
  expect(at('wait', table({ facts: [shot(foe), ...facts], mine: null })), 'one of theirs').toBe('wait');
  for (const step of ['shoot', 'end']) expect(guide.aside?.(table({ facts, mine: react }), step)?.fr, step).toMatch(/^Une réaction/);
  expect(guide.aside?.(table({ facts: [shot(mine)], mine: react }), 'end'), 'known by then').toBeNull();
});

test('the bot goes first, and may even be reacted to first: the guide says so and waits', () => {
  expect(guide.aside?.(table(), 'run')).toBeNull();
  expect(guide.aside?.(table({ mine: react }), 'run')?.at).toEqual(['question']);
  expect(guide.aside?.(table({ mine: null, open: { ...phase, seat: 1 } as Ask }), 'run')?.at).toEqual(['board']);
  expect(guide.aside?.(table({ mine: react }), 'react'), 'its own step').toBeNull();
});

test('the shot points at whom the server lets the picked figure shoot at', () => {
  const step = guide.steps.find(({ id }) => id === 'shoot');
  const at = typeof step?.at === 'function' ? step.at : () => [];
  const session = { picked: mine, look: { acts: [{ act: 'shoot', target: foe, weapon: 0, fire: 'single' }] } } as unknown as Session;
  expect(at(table({ session }))[0]).toBe(`figure-${foe}`);
  expect(at(table({ session: { picked: null, look: null } as unknown as Session }))[0]).toBe('people');
});
