import { describe, expect, it } from 'vitest';
import catalogueJson from '../../../protocol/energie/catalogue.json';
import type { Band, Catalogue } from '../../../protocol/energie';
import { readBand, writeBand } from '../../house/creation/files';
import { sized as filled } from '../../house/creation/band';
import { asMember, bandFrom, freeHero } from './model';

const catalogue = catalogueJson as unknown as Catalogue;
const empty: Band = { name: 'Les Essais', heroes: [] };

const sized = (band: Band, count: number, from: number): Band => filled(band, count, (next) => freeHero(catalogue, next, from + next.heroes.length));
const read = (text: string) => readBand(text, bandFrom);

describe('a party', () => {
  it('is filled with ready-made heroes, each once', () => {
    const band = sized(empty, 3, 2);
    expect(new Set(band.heroes.map(({ name }) => name)).size).toBe(3);
    expect(band.heroes.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(sized(band, 1, 2).heroes).toEqual(band.heroes.slice(0, 1));
  });

  it('is the same after it was written to a file and read', () => {
    const band = sized(empty, 2, 0);
    expect(read(writeBand('energie', band))).toEqual(band);
    expect(read(JSON.stringify(band))).toEqual(band);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"name":"x"}',
    '{"name":"x","heroes":[{"name":3}]}',
    '{"name":"x","heroes":[{"name":"a","kind":"humain","physique":2,"mental":"b"}]}',
  ])('is not read from %j', (text) => expect(read(text)).toBeNull());

  it('numbers its heroes anew where two have the same number', () => {
    const [hero] = sized(empty, 1, 0).heroes;
    const band = bandFrom({ name: 'x', heroes: [hero, { ...hero, name: 'Autre' }] });
    expect(band?.heroes.map(({ id }) => id)).toEqual([0, 1]);
  });

  it('takes a ready-made hero with its look, in the place of another', () => {
    const hero = asMember(catalogue.heroes[4]!.hero, 4, 7);
    expect([hero.id, hero.look]).toEqual([7, 4]);
    expect(freeHero(catalogue, { ...empty, heroes: [hero] }, 4).name).not.toBe(hero.name);
  });
});
