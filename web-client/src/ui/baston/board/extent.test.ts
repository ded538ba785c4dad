import { describe, expect, it } from 'vitest';
import { NO_INSET } from '../../../surface/camera';
import { SurfaceView, type Wanted } from '../../../surface/view.svelte';
import { extentOf, U } from './geometry';
import { planOf } from './plan';
import { BOARD } from './testdata/view';

const extent = extentOf(planOf(BOARD));
const MARGINS = { top: 8, right: 8, bottom: 8, left: 8 };
const first = (size: { w: number; h: number }, people: Wanted['people']): SurfaceView => {
  const view = new SurfaceView(extent);
  view.update({ size, inset: MARGINS, panel: NO_INSET, people, mine: 0, question: null, telling: false, told: null, subject: null });
  return view;
};
/** The boards of the four screens: 1440×900, 820×1180, 390×844 and 844×390. */
const SIZES = [
  { w: 773, h: 740 },
  { w: 820, h: 390 },
  { w: 390, h: 236 },
  { w: 422, h: 236 },
];

describe('the first frame of a bar', () => {
  it('shows fighters who stand nose to nose from near at every width', () => {
    for (const size of SIZES) {
      const view = first(size, [
        { x: 640, y: 600, side: 0 },
        { x: 640 + U, y: 600, side: 1 },
        { x: 640, y: 600 + 2 * U, side: 0 },
        { x: 640 + U, y: 600 + 2 * U, side: 1 },
      ]);
      expect(view.camera.k * U, JSON.stringify(size)).toBeGreaterThanOrEqual(size.w < 600 ? 36 : 60);
      expect(view.beyond, JSON.stringify(size)).toEqual([]);
    }
  });

  it('shows the whole bar at once where a square is large enough to read', () => {
    const view = first({ w: 1500, h: 1100 }, [{ x: 640, y: 600, side: 0 }]);
    expect([view.fits, view.far]).toEqual([true, true]);
    expect(first({ w: 773, h: 740 }, []).fits).toBe(false);
  });

  it('points to those who are too far away to be read in one frame', () => {
    const view = first({ w: 390, h: 236 }, [
      { x: 100, y: 100, side: 0 },
      { x: 160, y: 100, side: 1 },
      { x: 1200, y: 1200, side: 1 },
    ]);
    expect(view.camera.k).toBeGreaterThanOrEqual(view.readable);
    expect(view.beyond.map(({ camp, places }) => [camp, places.length])).toEqual([['foe', 1]]);
  });
});
