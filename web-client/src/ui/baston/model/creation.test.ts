import { describe, expect, it } from 'vitest';
import type { Band } from '../../../protocol/baston';
import data from '../../../protocol/baston/catalogue.json';
import * as make from './creation';
import { BANDS, draw, FOLK } from './names';

const catalogue = data as unknown as make.Catalogue;
const one = () => make.beginner('Momo', 0, catalogue);
const band = (...characters: ReturnType<typeof one>[]): Band => ({ name: 'Les Gars', characters });
const keys = (b: Band) => make.faults(b, catalogue).map((fault) => fault.key);

describe('characteristics', () => {
  it('start with all points given', () => {
    expect(make.pointsLeft(one(), catalogue)).toBe(0);
    expect(keys(band(one()))).toEqual([]);
  });

  it('stay within the limits of the catalogue', () => {
    expect(make.setStat(one(), 'FOR', 9, catalogue).FOR).toBe(7);
    expect(make.setStat(one(), 'FOR', -2, catalogue).FOR).toBe(1);
    const same = one();
    expect(make.setStat(same, 'FOR', same.FOR, catalogue)).toBe(same);
  });

  it('say what is left to give or to take', () => {
    expect(make.faults(band(make.setStat(one(), 'VIT', 2, catalogue)), catalogue)).toMatchObject([{ at: 0, key: 'faultLeft', params: { n: 2 } }]);
    expect(make.faults(band(make.setStat(one(), 'VIT', 7, catalogue)), catalogue)).toMatchObject([{ at: 0, key: 'faultOver', params: { n: 3 } }]);
  });

  it('read COM and the body from the catalogue', () => {
    expect(make.combat({ ...one(), FOR: 5, DEX: 4 }, catalogue)).toBe(5);
    expect(make.combat({ ...one(), FOR: 4, DEX: 4 }, catalogue)).toBe(4);
    expect(make.bodyOf({ ...one(), CON: 4 }, catalogue)).toEqual([8, 9, 5, 2, 5]);
  });
});

describe('equipment', () => {
  it('is bought within the budget', () => {
    const rich = make.buy(make.buy(one(), 'rasoir', catalogue), 'matraque', catalogue);
    expect(make.costOf(rich, catalogue)).toBe(7);
    expect(make.whyNot(rich, 'cran', catalogue)).toBe('faultBudget');
    expect(make.buy(rich, 'cran', catalogue)).toBe(rich);
    expect(make.whyNot(one(), 'chaise', catalogue)).toBe('faultBudget');
  });

  it('is worn first, then carried, and takes slots only when carried', () => {
    const twice = make.buy(make.buy(one(), 'gilet', catalogue), 'gilet', catalogue);
    expect(twice.kit).toEqual([
      { item: 'gilet', carried: false },
      { item: 'gilet', carried: true },
    ]);
    expect(make.slotsOf(twice, catalogue)).toBe(1);
    expect(keys(band(make.wear(twice, 1, true)))).toEqual(['faultWorn']);
    expect(make.giveBack(twice, 0).kit).toEqual([{ item: 'gilet', carried: true }]);
  });

  it('stops when the pockets are full', () => {
    let full = one();
    for (let i = 0; i < 6; i += 1) full = make.buy(full, 'matraque', catalogue);
    expect(make.slotsOf(full, catalogue)).toBe(6);
    expect(make.whyNot(full, 'matraque', catalogue)).toBe('faultSlots');
    expect(make.whyNot(full, 'gilet', catalogue)).toBeNull();
  });
});

describe('bands', () => {
  it('find every fault at once', () => {
    const bad = band({ ...one(), name: ' ' }, { ...one(), name: 'Momo' }, { ...one(), name: 'Momo' });
    expect(make.faults({ ...bad, name: '' }, catalogue).map(({ at, key }) => [at, key])).toEqual([
      [null, 'faultBandName'],
      [0, 'faultName'],
      [2, 'faultTwins'],
    ]);
  });

  it('take the size of the room and keep what was written', () => {
    const two = band({ ...one(), name: 'A' }, { ...one(), name: 'B' });
    const fresh = (n: number) => ({ ...one(), name: `new ${n}` });
    expect(make.sized(two, 3, fresh).characters.map((c) => c.name)).toEqual(['A', 'B', 'new 2']);
    expect(make.sized(two, 1, fresh).characters.map((c) => c.name)).toEqual(['A']);
    expect(make.sized(two, 2, fresh)).toBe(two);
  });

  it('ready-made are legal at every size', () => {
    for (const gang of catalogue.gangs) {
      for (const count of [1, 2, 3, 4]) {
        const ready = make.bandOfGang(gang, count, gang.fr);
        expect(ready.characters).toHaveLength(count);
        expect(make.faults(ready, catalogue)).toEqual([]);
      }
    }
  });

  it('are only read from memory when they are bands', () => {
    expect(make.isBand(band(one()))).toBe(true);
    for (const junk of [null, 3, {}, { name: 'x' }, { name: 'x', characters: [{}] }, { name: 'x', characters: [null] }]) expect(make.isBand(junk)).toBe(false);
    expect(make.tidy({ name: ' a ', characters: [{ ...one(), name: ' b ' }] })).toMatchObject({ name: 'a', characters: [{ name: 'b' }] });
  });
});

describe('names', () => {
  it('fit on a card, differ, and are drawn without repeats', () => {
    FOLK.forEach((name) => expect([...name].length).toBeLessThanOrEqual(24));
    BANDS.forEach((name) => expect([...name].length).toBeLessThanOrEqual(32));
    expect(new Set(FOLK).size).toBe(FOLK.length);
    expect(draw(['a', 'b'], ['a'], 0)).toBe('b');
    expect(draw(['a'], ['a'], 0.99)).toBe('a');
  });
});
