import { describe, expect, it } from 'vitest';
import type { Band, Member, Weapon } from '../../../protocol/generik';
import type { Catalogue } from '../catalogue';
import json from '../../../protocol/generik/catalogue.json';
import { fileName, read, write } from './file';
import * as make from './model';
import { suggest } from './names';
import { catalogue as store } from '../catalogue.svelte';
import { Steps } from './steps.svelte';

const catalogue = json as unknown as Catalogue;
const figure = (id: number, more: Partial<Member> = {}): Member => ({ ...make.bare(id, `F${id}`, id, id === 0), ...more });
const band = (...members: Member[]): Band => ({ name: 'Les Essais', era: 'western', members });
const desk = (over: Partial<make.Desk> = {}): make.Desk => ({ catalogue, era: 'western', left: 100, others: [], kind: 'found', armourCounts: false, ...over });
const cost = (member: Member) => make.costOf(member, catalogue);
const faults = (one: Band) => make.faults(one, catalogue).map(({ at, key, rule }) => [at, key, rule]);

describe('what a figure costs (GEN-BND-06)', () => {
  it('GEN-BND-03, GEN-BND-04: the chief with a free Big Boss, Veinard second and a Colt costs 40', () => {
    const chief = figure(0, { skills: ['big_boss', 'veinard'], weapons: ['w_colt'] });
    expect(make.bill(chief, catalogue).map(({ what, list, paid, note }) => [what, list, paid, note])).toEqual([
      ['chief', 20, 20, null],
      ['weapon', 10, 10, null],
      ['skill', 20, 0, 'free'],
      ['skill', 5, 10, 'double'],
    ]);
    expect(cost(chief)).toBe(40);
  });

  it('a member with Tremblote and a Derringer costs 10', () => {
    expect(cost(figure(1, { skills: ['tremblote'], weapons: ['w_derringer'] }))).toBe(10);
  });

  it('R-197: a second drawback is not doubled', () => {
    expect(cost(figure(1, { skills: ['pieds_plat', 'tremblote'] }))).toBe(0);
  });

  it('R-196: a free drawback gives nothing back, R-223: a successor pays its skills', () => {
    expect(cost(figure(0, { skills: ['tremblote'] }))).toBe(20);
    expect(cost(figure(3, { chief: true, founder: false, skills: ['veinard'] }))).toBe(25);
  });

  it('tells when the other order of skills is cheaper', () => {
    expect(make.savedBySwap(figure(0, { skills: ['veinard', 'big_boss'] }), catalogue)).toBe(30);
    expect(make.savedBySwap(figure(0, { skills: ['big_boss', 'veinard'] }), catalogue)).toBe(0);
  });
});

describe('the bands of the catalogue (section 23.2)', () => {
  it('are several for each era; all keep to the budget and break no rule in either language', () => {
    for (const ready of catalogue.bands) {
      for (const lang of ['fr', 'en'] as const) {
        const own = make.bandOf(ready, lang);
        expect([ready.id, make.left(own, catalogue) >= 0, faults(own)]).toEqual([ready.id, true, []]);
      }
    }
    for (const era of catalogue.numbers.era) expect(catalogue.bands.filter((one) => one.era === era.id).length).toBeGreaterThan(1);
  });

  it.each([
    ['western', [30, 30, 25, 25, 15, 25]],
    ['pirates', [45, 35, 30, 20, 20]],
    ['ww2', [40, 40, 25, 25, 20]],
    ['medieval', [50, 30, 25, 25, 15, 5]],
  ])('%s costs what the book says and breaks no rule', (era, costs) => {
    const ready = catalogue.bands.find((one) => one.era === era);
    const own = make.bandOf(ready!, 'fr');
    expect(own.members.map(cost)).toEqual(costs);
    expect(make.total(own, catalogue)).toBe(150);
    expect(make.left(own, catalogue)).toBe(0);
    expect(faults(own)).toEqual([]);
  });
});

describe('limits', () => {
  it('GEN-BND-01: one chief within the budget', () => {
    expect(faults(band())).toEqual([[null, 'noEmpty', 'GEN-BND-09']]);
    expect(faults(band(figure(0, { chief: false, founder: false })))).toEqual([[null, 'noChief', 'GEN-BND-01']]);
    expect(faults(band(figure(0), figure(1, { chief: true })))).toEqual([[null, 'noChiefs', 'GEN-BND-01']]);
    const many = [figure(0), ...Array.from({ length: 14 }, (_, n) => figure(n + 1))];
    expect(faults(band(...many))).toEqual([[null, 'noBudget', 'GEN-BND-01']]);
    expect(faults(band(...many.slice(0, 14)))).toEqual([]);
    expect(make.whyNotJoin(band(...many.slice(0, 14)), 10, catalogue)).toMatchObject({ key: 'noBudget', params: { need: 10, left: 0, budget: 150 } });
  });

  it('GEN-BND-02: two different weapons of the era, armour apart, a shield not', () => {
    const armed = figure(0, { weapons: ['w_colt', 'w_couteau'] });
    expect(make.whyNotWeapon(armed, 2, 'w_derringer', desk())).toMatchObject({ key: 'noSlots', rule: 'GEN-BND-02' });
    expect(make.whyNotWeapon(armed, 1, 'w_colt', desk())?.key).toBe('noTwice');
    expect(make.whyNotWeapon(armed, 1, 'p_epee', desk())?.key).toBe('noEra');
    expect(make.whyNotWeapon(figure(0), 0, 'm_armure_legere', desk({ era: 'medieval' }))?.key).toBe('noArmourSlot');
    expect(make.whyNotArmour(figure(0), 'm_bouclier', desk({ era: 'medieval' }))?.key).toBe('noArmourSlot');
    const knight = figure(0, { weapons: ['m_epee', 'm_bouclier'], armour: 'm_armure_complete' });
    expect(faults({ ...band(knight), era: 'medieval' })).toEqual([]);
    expect(faults(band(figure(0, { weapons: ['w_colt', 'w_colt'] })))).toEqual([[0, 'noTwice', 'GEN-BND-02']]);
  });

  it('R-199: armour takes a weapon slot where the host says so', () => {
    const knight = figure(0, { weapons: ['m_epee', 'm_bouclier'], armour: 'm_armure_complete' });
    expect(make.faults({ ...band(knight), era: 'medieval' }, catalogue, true).map((one) => one.key)).toEqual(['noSlotsArmour']);
    const house = desk({ era: 'medieval', armourCounts: true });
    expect(make.whyNotWeapon({ ...knight, weapons: ['m_epee'] }, 1, 'm_bouclier', house)?.key).toBe('noSlotsArmour');
    expect(make.whyNotWeapon({ ...knight, weapons: ['m_epee'] }, 0, 'm_deux_mains', house)).toBeNull();
    expect(make.whyNotArmour({ ...knight, armour: null }, 'm_armure_legere', house)?.key).toBe('noSlotsArmour');
  });

  it('what is replaced is paid back before the first game only (R-226)', () => {
    const armed = figure(0, { weapons: ['w_winchester'] });
    expect(make.whyNotWeapon(armed, 0, 'w_fusil_a_bison', desk({ left: 0 }))).toBeNull();
    expect(make.whyNotWeapon(armed, 0, 'w_fusil_a_bison', desk({ left: 14, kind: 'serving' }))).toMatchObject({ key: 'noTreasury', rule: 'GEN-CMP-06' });
  });

  it('GEN-BND-04, R-225: two skills, one for a recruit', () => {
    const able = figure(1, { skills: ['veinard', 'boucher'] });
    expect(make.whyNotSkill(able, 2, 'sang_froid', desk())).toMatchObject({ key: 'noSkills', rule: 'GEN-BND-04' });
    expect(make.whyNotSkill(figure(1, { skills: ['veinard'] }), 1, 'boucher', desk({ kind: 'recruit' }))).toMatchObject({ rule: 'GEN-CMP-06' });
    expect(make.whyNotSkill(figure(1, { skills: ['veinard'] }), 1, 'boucher', desk({ left: 19 }))).toMatchObject({ key: 'noBudget', params: { need: 20 } });
  });

  it('GEN-BND-05: a skill once in a band, Mort-vivant excepted', () => {
    const other = figure(2, { name: 'Momo', skills: ['boucher', 'mort_vivant'] });
    expect(make.whyNotSkill(figure(1), 0, 'boucher', desk({ others: [other] }))).toMatchObject({
      key: 'noUnique',
      rule: 'GEN-BND-05',
      params: { bearer: 'Momo' },
    });
    expect(make.whyNotSkill(figure(1), 0, 'mort_vivant', desk({ others: [other] }))).toBeNull();
    expect(make.whyNotSkill(figure(1, { skills: ['mort_vivant'] }), 1, 'mort_vivant', desk())?.key).toBe('noSame');
    expect(faults(band(figure(0, { skills: ['boucher'] }), figure(1, { skills: ['boucher'] })))).toEqual([[1, 'noUnique', 'GEN-BND-05']]);
  });

  it('names are short and all different', () => {
    expect(faults({ ...band(figure(0, { name: ' ' }), figure(1, { name: 'A' }), figure(2, { name: 'A' })), name: '' })).toEqual([
      [null, 'noBandName', null],
      [0, 'noName', null],
      [2, 'noTwins', null],
    ]);
  });
});

describe('changing a band', () => {
  const three = band(figure(0, { skills: ['big_boss'], weapons: ['w_colt'] }), figure(1, { skills: ['mort_vivant', 'boucher'] }), figure(2));

  it('always leaves a chief', () => {
    expect(make.dismiss(three, 0).members.map((one) => [one.id, one.chief, one.founder])).toEqual([
      [1, true, true],
      [2, false, false],
    ]);
    expect(make.crown(three, 2).members.map((one) => one.chief)).toEqual([false, false, true]);
    expect(make.dismiss(band(figure(0)), 0).members).toEqual([]);
  });

  it('moves, doubles without what is unique, fills slots in order', () => {
    expect(make.move(three, 0, 2).members.map((one) => one.id)).toEqual([1, 2, 0]);
    expect(make.move(three, 0, 3)).toBe(three);
    expect(make.twin(three, 1, 'Bis', catalogue)).toMatchObject({ id: 3, name: 'Bis', chief: false, skills: ['mort_vivant'] });
    expect(make.setWeapon(figure(0), 1, 'w_colt').weapons).toEqual(['w_colt']);
    expect(make.setSkill(three.members[1]!, 0, null).skills).toEqual(['boucher']);
    expect(make.setArmour(make.setArmour(figure(0), 'm_armure_legere'), null)).not.toHaveProperty('armour');
  });

  it('takes to another era what both armouries sell', () => {
    const pirates: Band = { ...band(figure(0, { weapons: ['p_epee', 'p_crochet'] })), era: 'pirates' };
    const there = make.intoEra(pirates, 'medieval', catalogue);
    expect(there.band.members[0]!.weapons).toEqual(['m_epee']);
    expect(there.lost).toBe(1);
    expect(faults(there.band)).toEqual([]);
  });
});

describe('files', () => {
  const ready = catalogue.bands.find((band) => band.era === 'medieval');
  const one = { ...make.bandOf(ready!, 'fr'), name: 'Les Étêtés' };

  it('bring back what was written', () => {
    expect(read(write(one), catalogue)).toEqual({ band: one });
    expect(fileName(one)).toBe('les-etetes.json');
    expect(fileName({ ...one, name: '???' })).toBe('bande.json');
  });

  it('are refused with a reason when they are no bands', () => {
    const key = (text: string) => {
      const found = read(text, catalogue);
      return 'problem' in found ? found.problem.key : null;
    };
    expect(key('{')).toBe('fileNotJson');
    for (const junk of [
      '3',
      'null',
      '{}',
      '{"name":"x","era":"space","members":[]}',
      '{"name":"x","era":"ww2","members":[{}]}',
      '{"name":"x","era":"ww2","members":[{"name":"a","weapons":3}]}',
    ]) {
      expect(key(junk)).toBe('fileNotBand');
    }
    expect(key(write({ ...one, members: [{ ...one.members[0]!, weapons: ['laser' as Weapon] }] }))).toBe('fileUnknown');
    expect(key(JSON.stringify({ ...one, members: Array.from({ length: 21 }, () => one.members[0]) }))).toBe('fileNotBand');
  });

  it('read bare bands, leave campaigns behind and keep numbers apart', () => {
    const found = read(JSON.stringify({ ...one, purse: { treasury: 999 }, members: one.members.map((m) => ({ ...m, id: 1, health: 'out' })) }), catalogue);
    if (!('band' in found)) throw new Error('not read');
    expect(found.band).not.toHaveProperty('purse');
    expect(found.band.members.map((m) => [m.id, m.health])).toEqual(one.members.map((_, n) => [n, 'well']));
  });
});

describe('names', () => {
  it('are short enough and suggested by gear first', () => {
    store.found = catalogue;
    catalogue.lent.flatMap((one) => one.folk).forEach((name) => expect([...name].length).toBeLessThanOrEqual(make.NAME_MOST));
    catalogue.lent.flatMap((one) => one.bands).forEach((name) => expect([...name].length).toBeLessThanOrEqual(make.BAND_MOST));
    const armed = figure(1, { weapons: ['w_double_colt'] });
    expect(suggest(armed, 'western', [])).toBe('Pistolero');
    expect(suggest(armed, 'western', ['Pistolero'], 0)).toBe('Calamity Rose');
  });
});

describe('steps', () => {
  it('go back and forth, letters typed in a row as one', () => {
    const steps = new Steps('');
    steps.set('a', 'name');
    steps.set('ab', 'name');
    steps.set('x');
    steps.undo();
    expect(steps.now).toBe('ab');
    steps.undo();
    expect([steps.now, steps.canUndo, steps.canRedo]).toEqual(['', false, true]);
    steps.redo();
    steps.redo();
    expect([steps.now, steps.canRedo]).toEqual(['x', false]);
    steps.undo();
    steps.set('b');
    expect(steps.canRedo).toBe(false);
  });
});
