import { expect, it } from 'vitest';
import { bandOf, drawn, lentLike, sized, trimmed } from './band';

const person = (value: unknown) => (typeof value === 'string' ? { name: value } : null);
const band = (...names: string[]) => ({ name: 'x', heroes: names.map((name) => ({ name })) });

it('is read only from a value of its shape', () => {
  expect(bandOf({ name: 'x', heroes: ['a', 'b'], purse: 3 }, person)).toMatchObject({ name: 'x', heroes: [{ name: 'a' }, { name: 'b' }], more: { purse: 3 } });
  for (const junk of [null, 3, [], { name: 'x' }, { name: 3, heroes: [] }, { name: 'x', heroes: [3] }]) expect(bandOf(junk, person)).toBeNull();
  expect(bandOf({ name: 'x', heroes: ['a', 'b'] }, person, 1)).toBeNull();
});

it('is cut or filled to the size of a game', () => {
  const fresh = ({ heroes }: ReturnType<typeof band>) => ({ name: `after ${heroes.map(({ name }) => name).join(' ')}` });
  const two = band('a', 'b');
  expect(sized(two, 3, fresh)).toEqual(band('a', 'b', 'after a b'));
  expect(sized(two, 1, fresh)).toEqual(band('a'));
  expect(sized(two, 2, fresh)).toBe(two);
});

it('is trimmed of blanks around its names', () => expect(trimmed(band(' a ', 'b'))).toEqual(band('a', 'b')));

it('draws names without repetition while there are free ones', () => {
  expect(drawn(['a', 'b'], ['a'], 0)).toBe('b');
  expect(drawn(['a'], ['a'], 0.99)).toBe('a');
  expect(drawn([], [])).toBe('');
});

it('offers names of the same kind', () => {
  const folk = [
    { heroes: ['Jules'], names: ['Octave', 'Malik'] },
    { heroes: ['R-73'], names: ['B-12'] },
  ];
  const lent = { folk, bands: { fr: [], en: [] } };
  expect(lentLike(lent, 'R-73')).toEqual(['B-12']);
  expect(lentLike(lent, 'Malik')).toEqual(['Octave', 'Malik']);
  expect(lentLike(lent, 'Raoul')).toEqual(['Octave', 'Malik', 'B-12']);
});
