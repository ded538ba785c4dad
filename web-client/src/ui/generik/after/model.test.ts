import { describe, expect, it } from 'vitest';
import type { After, Fact, Health, Member } from '../../../protocol/generik';
import type { Catalogue } from '../catalogue';
import { bare } from '../creation/model';
import { whyNotSkill, whyNotWeapon } from './desk';
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

describe('the worked example (GEN-CMP-09)', () => {
  it('GEN-CMP-02: two go for money with reputation 3: 6 to 11 points, a 4 brings 9', () => {
    expect(make.earnings(aftermath(six), 2)).toEqual([6, 11]);
    expect(make.earnings(aftermath(six), 2)[0] + 3).toBe(9);
  });

  it('GEN-CMP-03: one alone needs a 5', () => {
    expect([0, 1, 3, 6].map((n) => make.reputationNeed(n, catalogue))).toEqual([6, 5, 3, 1]);
  });

  it('GEN-CMP-05: 6 members with 7 weapons and 3 skills are paid 22', () => {
    expect(make.payDue(aftermath(six), [], catalogue)).toBe(22);
    expect(make.payOf({ ...bare(0, 'x', 0), skills: ['veinard', 'boucher'], weapons: ['w_colt', 'w_couteau'] }, catalogue)).toBe(6);
    expect(make.payOf({ ...bare(0, 'x', 0), armour: 'm_armure_legere' }, catalogue)).toBe(3);
    expect(make.payOf(bare(0, 'x', 0), catalogue)).toBe(2);
  });
});

describe('what happens without an answer', () => {
  it('GEN-DEC-40, 41: all who are unwounded go', () => {
    const after = aftermath(six);
    expect(make.fallback(after, catalogue)).toEqual({ money: [0, 1, 2, 5] });
    after.members[0]!.for_money = true;
    expect(make.fallback({ ...after, step: 'reputation' }, catalogue)).toEqual({ reputation: [1, 2, 5] });
  });

  it('GEN-DEC-42: the chief, the wounded, those out of action, while the pay is there', () => {
    const hurt = aftermath(
      [
        [{}, 'out'],
        [{}, 'out'],
        [{}, 'wounded'],
      ],
      { step: 'care' },
    );
    expect(make.patients(hurt).map(({ member }) => member.id)).toEqual([0, 2, 1]);
    expect(make.fallback(hurt, catalogue)).toEqual({ care: 0 });
    hurt.members[0]!.tried = true;
    expect(make.fallback(hurt, catalogue)).toEqual({ care: 2 });
    hurt.purse.treasury = 10;
    expect(make.fallback(hurt, catalogue)).toEqual({ care: null });
  });

  it('GEN-DEC-43: the cheapest leave first, the chief last', () => {
    expect(make.unpaid(aftermath(six, { step: 'pay' }, 22), catalogue)).toEqual([]);
    expect(make.unpaid(aftermath(six, { step: 'pay' }, 20), catalogue)).toEqual([5]);
    expect(make.unpaid(aftermath(six, { step: 'pay' }, 19), catalogue)).toEqual([5, 3]);
    expect(make.unpaid(aftermath(six, { step: 'pay' }, 0), catalogue).at(-1)).toBe(0);
  });

  it('GEN-DEC-44 to 46: nothing is bought or learnt, the dearest leads', () => {
    expect(make.fallback(aftermath(six, { step: 'purchases' }), catalogue)).toEqual({ buy: null });
    expect(make.fallback(aftermath(six, { step: 'skills' }), catalogue)).toEqual({ skill: null });
    const headless = aftermath(six, { step: 'chief' });
    headless.members[0]!.gone = true;
    expect(make.fallback(headless, catalogue)).toEqual({ chief: 1 });
    expect(make.fallback(aftermath(six, { step: 'done' }), catalogue)).toBeNull();
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
    expect(tried((now) => (now.members[4]!.gone = true))).toEqual(['Care: F4 did not make it.']);
    expect(tried((now) => (now.members[4]!.health = 'wounded'))).toEqual(['Care: F4 pulls through with a wound.']);
    expect(tried((now) => (now.members[4]!.health = 'well'))).toEqual(['Care: F4 is well again.']);
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

describe('limits', () => {
  it('R-219: one try for somebody out of action; the wounded cost 5', () => {
    const [, , , wounded, out] = aftermath(six).members;
    expect(make.carePrice(wounded!, catalogue)).toBe(5);
    expect(make.carePrice(out!, catalogue)).toBe(10);
    expect(make.carePrice({ ...out!, tried: true }, catalogue)).toBeNull();
    expect(make.carePrice({ ...out!, tried: true, health: 'wounded' }, catalogue)).toBe(5);
    expect(make.careFaces(catalogue)).toEqual([
      { outcome: 'dead', faces: '1–2' },
      { outcome: 'wounded', faces: '3–4' },
      { outcome: 'healed', faces: '5–6' },
    ]);
  });

  it('GEN-CMP-06: gear is paid in full by the treasury, GEN-BND-05 holds', () => {
    const after = aftermath(six, { step: 'purchases' }, 12);
    const desk = make.deskFor(after, 1, catalogue, false);
    const member = after.band.members[1]!;
    expect(whyNotWeapon(member, 0, 'w_fusil_a_bison', desk)).toMatchObject({ rule: 'GEN-CMP-06' });
    expect(whyNotWeapon(member, 1, 'w_couteau', desk)).toBeNull();
    expect(whyNotSkill(member, 1, 'veinard', desk)).toMatchObject({ rule: 'GEN-BND-05' });
    expect(whyNotSkill(member, 1, 'boucher', desk)).toMatchObject({ rule: 'GEN-CMP-07' });
  });

  it('GEN-CMP-07: the next threshold', () => {
    const at = (threshold: number) => make.nextThreshold(aftermath(six, { purse: { treasury: 0, reputation: 0, threshold, games: 1, next_id: 6 } }), catalogue);
    expect([0, 2, 5, 20, 30, 40].map(at)).toEqual([2, 5, 10, 30, 40, 50]);
  });
});
