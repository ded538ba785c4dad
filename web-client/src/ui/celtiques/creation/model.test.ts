import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../protocol/celtiques';
import catalogue from '../../../protocol/celtiques/catalogue.json';
import { readBand, writeBand } from '../../house/creation/files';
import { bandFrom, bare, draw, readyFor, sized, tidy } from './model';

const told = catalogue as unknown as Catalogue;

const read = (text: string) => readBand(text, bandFrom);

describe('a band of Celtiques', () => {
  it('goes out as a file and comes back the same', () => {
    const band = { name: 'Les Fils du Torque', heroes: told.heroes.slice(0, 2) };
    expect(read(writeBand('celtiques', tidy(band)))).toEqual(tidy(band));
  });

  it('is not made of anything else', () => {
    expect(read('{')).toBeNull();
    expect(read('{"name":"x"}')).toBeNull();
    expect(bandFrom({ name: 'x', heroes: [{ name: 'y' }] })).toBeNull();
  });

  it('is made as large as the game wants it', () => {
    const fresh = (taken: readonly string[]) => readyFor(told, taken) ?? bare(draw('hero', taken, 0), told);
    const two = sized({ name: 'x', heroes: [] }, 2, fresh);
    expect(two.heroes.map((one) => one.name)).toEqual(told.heroes.slice(0, 2).map((one) => one.name));
    expect(sized(two, 1, fresh).heroes).toHaveLength(1);
    expect(sized(two, 2, fresh)).toBe(two);
  });

  it('draws no name twice', () => {
    expect(draw('hero', [draw('hero', [], 0)], 0)).not.toBe(draw('hero', [], 0));
  });
});
