import { describe, expect, it } from 'vitest';
import type { Fact, View } from '../../protocol/celtiques';
import { reached, type GuideTable } from '../guide/steps';
import guide from './guide';
import type { Session } from './session.svelte';
import { view } from './testdata/view';

type Table = GuideTable<View, Fact, Session>;
const table = (change: Partial<Table>): Table => ({
  view: view(),
  facts: [],
  session: {} as Session,
  seat: 0,
  mine: null,
  open: null,
  pressed: new Set(),
  ...change,
});
const stepOf = (n: number) => guide.steps[n]?.id;

describe('the guided first turn', () => {
  it('begins with the announcement of the player, and waits for it, not for that of the opponent', () => {
    const said = (who: number): Fact => ({ rule: 'CEL-DCL-02', t: 'announced', who, actions: 2 });
    expect(stepOf(reached(guide, 0, table({})))).toBe('announce');
    expect(stepOf(reached(guide, 0, table({ facts: [said(1)] })))).toBe('announce');
    expect(stepOf(reached(guide, 0, table({ facts: [said(0)] })))).toBe('track');
  });

  it('explains a dodge or the orders of a heartbeat while another step is open', () => {
    const mine = { choose: { id: 1, seat: 0, dec: 10, who: 0, about: 1, total: 16, against: 14, options: [], default: 0 } };
    expect(guide.aside?.(table({ mine }), 'standing')?.at).toEqual(['question']);
    expect(guide.aside?.(table({ mine: { orders: { id: 1, seats: [0] } } }), 'standing')?.at).toEqual(['who-1', 'orders', 'board']);
    expect(guide.aside?.(table({}), 'standing')).toBeNull();
  });
});
