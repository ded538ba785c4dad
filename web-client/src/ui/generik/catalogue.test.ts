import { describe, expect, it } from 'vitest';
import { armOf, gearOf, talentOf, type Catalogue } from './catalogue';
import { bare } from './creation/model';
import json from '../../protocol/generik/catalogue.json';

const catalogue = json as unknown as Catalogue;
describe('the catalogue', () => {
  it('finds things by their ids', () => {
    expect(armOf(catalogue, 'w_colt')?.cost).toBe(10);
    expect([armOf(catalogue, 'laser'), armOf(catalogue, null), talentOf(catalogue, 'flying')]).toEqual([undefined, undefined, undefined]);
    expect(gearOf({ ...bare(0, 'x', 0), weapons: ['m_epee'], armour: 'm_armure_legere' })).toEqual(['m_epee', 'm_armure_legere']);
  });
});
