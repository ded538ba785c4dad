import { describe, expect, it } from 'vitest';
import type { Odds, Question, Standing } from '../../../protocol/baston';
import { VIEW } from '../testdata/view';
import { habitOf, Habits, without } from './habits';
import { aimedAt, oddsText, percent } from './odds';

const NONE = { n: 0, of: 1 };

describe('odds', () => {
  it('never round a chance to sure or impossible', () => {
    expect([percent({ n: 1, of: 400 }), percent({ n: 399, of: 400 }), percent({ n: 13, of: 20 })]).toEqual([1, 99, 65]);
    expect([percent({ n: 1, of: 1 }), percent(NONE)]).toEqual([100, 0]);
  });

  it('leave out what a blow does not do', () => {
    const odds: Odds = { target: 2, hit: { n: 13, of: 20 }, wounds: { n: 9, of: 8 }, stuns: NONE };
    const read = (one: Odds) => oddsText(one).replace(/\s/g, ' ');
    expect(read(odds)).toBe('touche à 65 % · 1,1 blessure');
    expect(read({ ...odds, wounds: { n: 2, of: 1 }, stuns: { n: 3, of: 5 } })).toBe('touche à 65 % · 2 blessures · 0,6 séquence d’étoiles');
  });

  it('say whom a question is about', () => {
    const odds: Odds = { target: 2, hit: NONE, wounds: NONE, stuns: NONE };
    expect(aimedAt({ odds: [odds, null, odds] } as unknown as Question)).toEqual([2]);
    expect(aimedAt({} as Question)).toEqual([]);
  });
});

describe('habits', () => {
  it('stand after the same answer twice in a row, and not before', () => {
    const habits = new Habits();
    const standing: Standing = { defaults: ['DEC-01'] };
    expect(habits.given('DEC-08', 'fist', standing)).toBeNull();
    expect(habits.given('DEC-11', { part: 'T' }, standing)).toBeNull();
    expect(habits.given('DEC-08', { item: 'rasoir' }, standing)).toBeNull();
    expect(habits.given('DEC-08', 'fist', standing)).toBeNull();
    const made = habits.given('DEC-08', 'fist', standing);
    expect(made?.standing).toEqual({ defaults: ['DEC-01'], answers: [{ dec: 'DEC-08', answer: 'fist' }] });
    habits.forget('DEC-08');
    expect(without(made?.standing ?? standing, 'DEC-08').answers).toEqual([]);
    expect(habits.given('DEC-08', 'fist', standing), 'taken back, it takes two again').toBeNull();
  });

  it('name no place and no single thing', () => {
    expect(habitOf({ at: [3, 3] }, VIEW)).toBeNull();
    expect(habitOf({ facing: 3 }, VIEW)).toBeNull();
    expect(habitOf({ item: 0 }, VIEW)).toEqual({ item: VIEW.items[0]?.kind });
    expect(habitOf({ part: 'TR' }, VIEW)).toEqual({ part: 'TR' });
    expect(new Habits().given('DEC-01', null, { defaults: [] })).toBeNull();
  });
});
