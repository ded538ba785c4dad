import { expect, it } from 'vitest';
import type { Catalogue } from './catalogue';
import { eraOf, moreOf } from './terms';
import json from '../../protocol/generik/catalogue.json';

const catalogue = json as unknown as Catalogue;

it('terms that say nothing are as usual', () => {
  for (const nothing of [undefined, null, 3, {}, { era: 'space' }]) {
    expect(moreOf(nothing, catalogue)).toEqual({ era: 'western', ground: 'ready', options: catalogue.options, campaign: false });
  }
});

it('what was chosen stays, campaign and own table included', () => {
  const more = moreOf({ era: 'pirates', ground: { own: [] }, options: { max_turns: 5 }, campaign: true }, catalogue);
  expect(more).toMatchObject({ era: 'pirates', ground: { own: [] }, campaign: true });
  expect([more.options.max_turns, more.options.idle_turns_draw]).toEqual([5, 3]);
});

it('R-201: a band is of the era of the table, unless eras are mixed', () => {
  expect(eraOf({ era: 'ww2' }, catalogue)).toBe('ww2');
  expect(eraOf({ era: 'ww2', options: { mixed_eras: true } }, catalogue)).toBeNull();
});
