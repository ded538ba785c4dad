import { describe, expect, it } from 'vitest';
import { clearSide } from './corner.svelte';

describe('a panel over a corner', () => {
  const view = { w: 770, h: 700 };
  const reach = { w: 320, h: 330 };

  it('a panel changes sides only where the other one hides fewer places', () => {
    expect(clearSide([{ x: 100, y: 200 }], view, reach, 'left')).toBe('right');
    expect(clearSide([{ x: 100, y: 200 }], view, reach, 'right')).toBe('right');
    expect(clearSide([{ x: 700, y: 100 }], view, reach, 'right')).toBe('left');
    expect(clearSide([{ x: 400, y: 650 }], view, reach, 'right')).toBe('right');
    expect(
      clearSide(
        [
          { x: 100, y: 200 },
          { x: 700, y: 100 },
        ],
        view,
        reach,
        'left',
      ),
    ).toBe('left');
  });
});
