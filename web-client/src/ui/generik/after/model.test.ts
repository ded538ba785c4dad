import { describe, expect, it } from 'vitest';
import type { After, Fact, Health, Member, StepAdvice } from '../../../protocol/generik';
import type { Catalogue } from '../catalogue';
import { bare } from '../creation/model';
import json from '../../../protocol/generik/catalogue.json';
import * as make from './model';
import { sayAfter, tell } from './told';
import { setLang } from '../../../i18n/index.svelte';
import type { Aftermath, Survivor } from '../../../protocol/generik';

const catalogue = json as unknown as Catalogue;

function aftermath(members: [Partial<Member>, Health][], more: Partial<Aftermath> = {}, treasury = 63): Aftermath {
  return {
    step: 'money',
    answered: 0,
    rights: 0,
    purse: { treasury, reputation: 3, threshold: 2, games: 1, next_id: members.length },
    band: { name: 'B', era: 'western', members: members.map(([over], id) => ({ ...bare(id, `F${id}`, id, id === 0), ...over })) },
    members: members.map(([, health], id): Survivor => ({ id, health, fit: health === 'well', for_money: false, tried: false, gone: false })),
    ...more,
  };
}

const six: [Partial<Member>, Health][] = [
  [{ skills: ['big_boss', 'veinard'], weapons: ['w_colt', 'w_couteau'] }, 'well'],
  [{ skills: ['sang_froid'], weapons: ['w_winchester'] }, 'well'],
  [{ weapons: ['w_double_colt'] }, 'well'],
  [{ weapons: ['w_fusil_de_chasse'] }, 'wounded'],
  [{ weapons: ['w_derringer', 'w_couteau'] }, 'out'],
  [{}, 'well'],
];

describe('what the rules tell of a step', () => {
  const fault = { code: 'generik.after.treasury', rule: 'GEN-CMP-04', words: { fr: 'Trop cher', en: 'Too dear' } };
  const after = aftermath(six, { step: 'care' });
  const counted = (n: number) => ({ bill: [], tallies: [{ key: 'cost', n }] });
  const told: StepAdvice = {
    answered: 0,
    rule: 'GEN-CMP-04',
    usual: { care: 4 },
    refused: null,
    warnings: [],
    faces: [],
    appraisal: {
      tallies: [],
      members: six.map((_, n) => counted(n * 10)),
      faults: [],
      offers: [
        { place: 'care', id: '4', price: 10, refused: fault },
        { place: 'care', id: '3', price: 5 },
        { place: 'weapon.0', id: 'w_colt', price: 10, refused: fault },
      ],
    },
  };

  it('goes with those it is about, in the order of the offers', () => {
    const found = make.offered(after, told, 'care');
    expect(found.map(({ one, offer }) => [one.member.name, one.survivor.health, offer.price, one.counted])).toEqual([
      ['F4', 'out', 10, counted(40)],
      ['F3', 'wounded', 5, counted(30)],
    ]);
  });

  it('counts the same for each when somebody is gone', () => {
    const fewer = structuredClone(after);
    fewer.members[1]!.gone = true;
    expect(make.living(fewer, told.appraisal).map(({ member, counted }) => [member.id, counted?.tallies[0]?.n])).toEqual([
      [0, 0],
      [2, 20],
      [3, 30],
      [4, 40],
      [5, 50],
    ]);
    expect(make.offered(fewer, { ...told, appraisal: { ...told.appraisal, offers: [{ place: 'care', id: '1', price: 5 }] } }, 'care')).toEqual([]);
  });

  it('says nothing of the slots of anybody but who was asked about', () => {
    setLang('en');
    expect(make.judgeFor(told, { member: 1 }, 1)('weapon.0', 'w_colt')).toEqual({ price: 10, refused: { words: 'Too dear', rule: 'GEN-CMP-04' } });
    expect(make.judgeFor(told, { member: 1 }, 2)('weapon.0', 'w_colt')).toBeUndefined();
    expect([make.facesOf({ brings: 'dead', from: 1, to: 2 }), make.facesOf({ brings: 'gained', from: 6, to: 6 })]).toEqual(['1–2', '6']);
  });
});

describe('what was done', () => {
  it('is told with its die and the treasury it left', () => {
    const rule = 'GEN-CMP-02' as Fact['rule'];
    const state = aftermath(six, {}, 72);
    const facts: Fact[] = [
      { rule, t: 'after', seat: 0, aftermath: aftermath(six) },
      { rule, t: 'rolled', throw: 'money', seat: 0, fig: null, faces: [4], mods: [], total: 9, need: null, ok: null },
      { rule, t: 'did', seat: 0, after: { money: [0, 1] } },
      { rule, t: 'did', seat: 1, after: { money: [] } },
      { rule, t: 'after', seat: 0, aftermath: state },
      { rule, t: 'did', seat: 0, after: { reputation: [] } },
      { rule, t: 'after', seat: 0, aftermath: state },
    ];
    expect(tell(facts, 0)).toEqual([
      { after: { money: [0, 1] }, face: 4, treasury: 72, reputation: state.purse.reputation, risen: false, fate: null },
      { after: { reputation: [] }, face: null, treasury: 72, reputation: state.purse.reputation, risen: false, fate: null },
    ]);
    expect(tell(facts, 2)).toEqual([]);
  });

  it('GEN-CMP-03, GEN-CMP-04: tells whether the reputation rose, and what became of whoever was cared for', () => {
    setLang('en');
    const rule = 'GEN-CMP-04' as Fact['rule'];
    const before = aftermath(six, { step: 'care' });
    const tried = (change: (after: Aftermath) => void) => {
      const now = structuredClone(before);
      change(now);
      const facts: Fact[] = [
        { rule, t: 'after', seat: 0, aftermath: before },
        { rule, t: 'did', seat: 0, after: { care: 4 } },
        { rule, t: 'after', seat: 0, aftermath: now },
      ];
      return tell(facts, 0).map((one) => sayAfter(one, now, catalogue));
    };
    expect(tried((now) => (now.members[4]!.gone = true))).toEqual(['Treatment: F4 did not make it.']);
    expect(tried((now) => (now.members[4]!.health = 'wounded'))).toEqual(['Treatment: F4 pulls through with a wound.']);
    expect(tried((now) => (now.members[4]!.health = 'well'))).toEqual(['Treatment: F4 is well again.']);
    const sent = { after: { reputation: [1] }, face: 5, treasury: 9, reputation: 3, fate: null };
    expect(sayAfter({ ...sent, risen: true }, before, catalogue)).toBe('Reputation: 1 figure in town, it rises to 3.');
    expect(sayAfter({ ...sent, risen: false }, before, catalogue)).toBe('Reputation: 1 figure in town, it stays at 3.');
  });

  it('has words for everything', () => {
    setLang('en');
    const say = (after: After) => sayAfter({ after, face: null, treasury: 9, reputation: 1, risen: false, fate: null }, aftermath(six), catalogue);
    const all: After[] = [
      { money: [0] },
      { money: [] },
      { reputation: [1, 2] },
      { reputation: [] },
      { care: 4 },
      { care: null },
      { pay: { dismissed: [5] } },
      { pay: { dismissed: [] } },
      { buy: { arm: { member: 1, weapon: 'w_colt' } } },
      { buy: { armour: { member: 1, armour: 'm_armure_legere' } } },
      { buy: { discard: { member: 1, weapon: 'w_colt' } } },
      { buy: { recruit: bare(9, 'Zoé', 0) } },
      { buy: null },
      { skill: [1, 'boucher'] },
      { skill: null },
      { chief: 2 },
    ];
    const said = all.map(say);
    expect(new Set(said).size).toBe(all.length);
    expect(said[0]).toBe('Money: 1 figure, the treasury comes to 9.');
    expect(said[8]).toBe('F1: Colt.');
    expect(said.join(' ')).not.toMatch(/[{}|]/);
  });
});
