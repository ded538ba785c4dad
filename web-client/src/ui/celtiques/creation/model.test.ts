import { describe, expect, it } from 'vitest';
import type { Band, Catalogue } from '../../../protocol/celtiques';
import catalogue from '../../../protocol/celtiques/catalogue.json';
import { readBand, writeBand } from '../../house/creation/files';
import { sized } from '../../house/creation/band';
import { bandFrom, freeHero } from './model';

const told = catalogue as unknown as Catalogue;

const read = (text: string) => readBand(text, bandFrom);

describe('a band of Celtiques', () => {
  it('is the same after it was written to a file and read', () => {
    const band = { name: 'Les Fils du Torque', heroes: told.heroes.slice(0, 2) };
    expect(read(writeBand('celtiques', band))).toEqual(bandFrom(band));
  });

  it('keeps the wounds, points and heads of a hero from a campaign', () => {
    const [hero] = told.heroes;
    const veteran = { ...hero, trophies: [3, 1], blessure: 1, won: 12 };
    expect(read(writeBand('celtiques', { name: 'Les Fils du Torque', heroes: [veteran] }))?.heroes).toEqual([veteran]);
  });

  it('is not read from a text of another shape', () => {
    expect(read('{')).toBeNull();
    expect(read('{"name":"x"}')).toBeNull();
    expect(bandFrom({ name: 'x', heroes: [{ name: 'y' }] })).toBeNull();
  });

  it('is filled with ready-made heroes, then with new ones', () => {
    const all = told.heroes.length;
    const names = (count: number) => sized({ name: 'x', heroes: [] as Band['heroes'] }, count, (band) => freeHero(told, band, 1)).heroes.map((one) => one.name);
    expect(names(2)).toEqual(told.heroes.slice(1, 3).map((one) => one.name));
    expect(new Set(names(all + 1)).size).toBe(all + 1);
  });
});
