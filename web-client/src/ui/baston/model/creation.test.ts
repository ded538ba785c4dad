import { expect, it } from 'vitest';
import type { Band } from '../../../protocol/baston';
import data from '../../../protocol/baston/catalogue.json';
import * as make from './creation';

const catalogue = data as unknown as make.Catalogue;
const one = (name = 'Momo') => ({ ...catalogue.fresh, name });
const band = (...characters: ReturnType<typeof one>[]): Band => ({ name: 'Les Gars', characters });

it('clothing is worn or carried', () => {
  const dressed = { ...one(), kit: [{ item: 'gilet' as const, carried: false }] };
  expect(make.wornOf(dressed)).toEqual(['gilet']);
  expect(make.wornOf(make.wear(dressed, 0, false))).toEqual([]);
  expect(make.wear(make.wear(dressed, 0, false), 0, true)).toEqual(dressed);
});

it('a band takes the size of the room and keeps what was written', () => {
  const two = band(one('A'), one('B'));
  const fresh = (n: number, taken: readonly string[]) => one(`${n} after ${taken.join(' ')}`);
  expect(make.sized(two, 4, fresh).characters.map((c) => c.name)).toEqual(['A', 'B', '2 after A B', '3 after A B 2 after A B']);
  expect(make.sized(two, 1, fresh).characters.map((c) => c.name)).toEqual(['A']);
  expect(make.sized(two, 2, fresh)).toBe(two);
});

it('a gang is taken as large as the room', () => {
  for (const gang of catalogue.gangs) for (const count of [1, 2, 3, 4]) expect(make.bandOfGang(gang, count, gang.fr).characters).toHaveLength(count);
});

it('a band is only read from memory when it is one', () => {
  expect(make.isBand(band(one()))).toBe(true);
  for (const junk of [null, 3, {}, { name: 'x' }, { name: 'x', characters: [{}] }, { name: 'x', characters: [null] }]) expect(make.isBand(junk)).toBe(false);
  expect(make.tidy({ name: ' a ', characters: [one(' b ')] })).toMatchObject({ name: 'a', characters: [{ name: 'b' }] });
});
