import { describe, expect, it } from 'vitest';
import { formatParts, moreOf, USUAL } from './terms';

describe('terms', () => {
  it('are the usual ones for a value that is missing or cannot be read', () => {
    for (const value of [undefined, null, 3, 'x']) expect(moreOf(value)).toEqual({ mj: false, options: USUAL, campaign: false });
  });

  it('keep the values that are given', () => {
    expect(moreOf({ mj: true, format: '2v2', options: { fenetre: true } })).toEqual({
      mj: true,
      format: '2v2',
      options: { ...USUAL, fenetre: true },
      campaign: false,
    });
  });

  it('read a format', () => {
    expect(formatParts('coop3')).toEqual({ is: 'coop', n: 3 });
    expect(formatParts('ffa4')).toEqual({ is: 'ffa', n: 4 });
    expect(formatParts('2v1')).toEqual({ is: 'versus', a: 2, b: 1 });
  });
});
