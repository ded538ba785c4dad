import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { letterOf } from '../ui/generik/table/model';
import { letterOf as heroLetter } from '../ui/energie/model/people';
import { seatName } from './badges';

const root = new URL('..', import.meta.url).pathname;

describe('seats and characters', () => {
  it('have different signs: seats have numbers, characters have letters', () => {
    const seats = [0, 1, 2, 3, 4, 5].map(seatName);
    const characters = Array.from({ length: 60 }, (_, n) => [letterOf(n), heroLetter(n)]).flat();
    expect(seats).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(characters.filter((one) => seats.includes(one))).toEqual([]);
  });

  it('no part of the client gives a seat a letter', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte)$/.test(file) && !/test/.test(file));
    const lettered = files.filter((file) => /'ABCDEF|fromCharCode\(65 \+ \(?seat/.test(readFileSync(join(root, file), 'utf8')));
    expect(lettered).toEqual([]);
  });
});
