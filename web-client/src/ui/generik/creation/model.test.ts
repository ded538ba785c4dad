import { describe, expect, it } from 'vitest';
import type { Band, Member, Weapon } from '../../../protocol/generik';
import type { Catalogue } from '../catalogue';
import json from '../../../protocol/generik/catalogue.json';
import { judgeOf } from '../../house/creation/offers';
import { armChoices, skillChoices } from './choices';
import { read, write } from './file';
import * as make from './model';
import { suggest } from './names';
import { catalogue as store } from '../catalogue.svelte';

const catalogue = json as unknown as Catalogue;
const figure = (id: number, more: Partial<Member> = {}): Member => ({ ...make.bare(id, `F${id}`, id, id === 0), ...more });
const band = (...members: Member[]): Band => ({ name: 'Les Essais', era: 'western', members });
describe('what is said of an entry of a list', () => {
  const refused = { code: 'generik.band.budget', rule: 'GEN-BND-01', words: { fr: 'Trop cher !', en: 'Too dear!' } };
  const judge = judgeOf([
    { place: 'weapon.0', id: 'w_colt', price: 10 },
    { place: 'weapon.0', id: 'w_couteau', price: 5, refused },
    { place: 'skill.0', id: 'veinard', price: 0, refused },
  ]);
  const entry = (id: Weapon, held?: Weapon) => armChoices(catalogue, 'western', 'weapon.0', held, judge).find((one) => one.id === id);

  it('is the server’s: its price, and its words with their rule', () => {
    expect(entry('w_couteau')).toMatchObject({ price: 5, refused: { words: 'Trop cher\u00a0!', rule: 'GEN-BND-01' } });
    expect(entry('w_colt')).toMatchObject({ price: 10, refused: null, chosen: false });
    expect(entry('w_couteau', 'w_couteau')).toMatchObject({ chosen: true, refused: null });
  });

  it('is the price of the list until the server has spoken', () => {
    expect(entry('w_winchester')).toMatchObject({ price: 15, refused: null });
    expect(skillChoices(catalogue, figure(1), 1, judge).every((one) => one.refused === null)).toBe(true);
  });

  it('puts what cannot be had last', () => {
    const last = skillChoices(catalogue, figure(1), 0, judge).at(-1);
    expect(last).toMatchObject({ id: 'veinard', price: 0, list: 5, refused: { rule: 'GEN-BND-01' } });
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
  });
});

describe('files', () => {
  const ready = catalogue.bands.find((band) => band.era === 'medieval');
  const one = { ...make.bandOf(ready!, 'fr'), name: 'Les Étêtés' };

  it('bring back what was written', () => {
    expect(read(write(one), catalogue)).toEqual({ band: one });
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
