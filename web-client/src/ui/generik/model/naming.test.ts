import { describe, expect, it } from 'vitest';
import type { View } from '../../../protocol/generik';
import { bandName } from './naming';

const view = (...names: string[]) => ({ setup: { bands: names.map((name) => ({ name })) } }) as unknown as View;

describe('the name of a band', () => {
  it('stands alone as long as it says which band', () => {
    expect(bandName(view('Dry Gulch', 'Los Vatos'), 0)).toBe('Dry Gulch');
    expect(bandName(view('Dry Gulch'), 3)).toBe('#4');
  });

  it('has the number of the seat where two bands bear it', () => {
    const same = view('Dry Gulch', 'dry gulch', 'Los Vatos');
    expect([0, 1, 2].map((seat) => bandName(same, seat))).toEqual(['Dry Gulch (1)', 'dry gulch (2)', 'Los Vatos']);
  });
});
