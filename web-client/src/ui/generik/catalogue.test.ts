import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { armOf, gearOf, talentOf, type Catalogue } from './catalogue';
import { bare } from './creation/model';
import json from './testdata/catalogue.json';

const catalogue = json as unknown as Catalogue;
const data = (file: string) => readFileSync(new URL(`../../../../rules/src/generik/data/${file}.toml`, import.meta.url), 'utf8');

/** Entries of a list of the tables: the plain values written on lines of their own. */
const entries = (file: string, list: string): Record<string, string | number>[] =>
  data(file)
    .split(`[[${list}]]`)
    .slice(1)
    .map((text) => Object.fromEntries([...text.matchAll(/^(\w+) = (?:"([^"]*)"|(-?\d+))$/gm)].map(([, key, word, number]) => [key, word ?? Number(number)])));

describe('the catalogue the tests work with', () => {
  it('has the armouries of the rules', () => {
    const rows = entries('weapons', 'weapon');
    expect(rows.length).toBe(43);
    expect(catalogue.weapons.map(({ id, rule, fr, en, text_fr, text_en, cost, slot }) => ({ id, rule, fr, en, text_fr, text_en, cost, slot }))).toEqual(
      rows.map(({ id, rule, fr, en, text_fr, text_en, cost, slot }) => ({ id, rule, fr, en, text_fr, text_en, cost, slot })),
    );
  });

  it('has their skills and bands', () => {
    const skills = entries('skills', 'skill');
    expect(skills.length).toBe(21);
    expect(catalogue.skills.map(({ id, rule, cost, fr, en }) => [id, rule, cost, fr, en])).toEqual(skills.map(({ id, rule, cost, fr, en }) => [id, rule, cost, fr, en]));
    expect(catalogue.bands.map((band) => [band.id, band.era, band.fr])).toEqual(entries('bands', 'band').map(({ id, era, fr }) => [id, era, fr]));
  });

  it('finds things by their ids', () => {
    expect(armOf(catalogue, 'w_colt')?.cost).toBe(10);
    expect([armOf(catalogue, 'laser'), armOf(catalogue, null), talentOf(catalogue, 'flying')]).toEqual([undefined, undefined, undefined]);
    expect(gearOf({ ...bare(0, 'x', 0), weapons: ['m_epee'], armour: 'm_armure_legere' })).toEqual(['m_epee', 'm_armure_legere']);
  });
});
