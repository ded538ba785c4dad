import { describe, expect, it } from 'vitest';
import { SurfaceView } from '../../../surface/view.svelte';
import { extentOf } from './geometry';
import { planOf } from './plan';
import { BOARD } from './testdata/view';

const extent = extentOf(planOf(BOARD));
const people = [
  { x: 300, y: 500 },
  { x: 500, y: 620 },
];

describe('the camera of a board', () => {
  it('shows the whole board where that is readable, people where it is not', () => {
    const wide = new SurfaceView(extent);
    wide.resize({ w: 1400, h: 900 }, people);
    const corner = wide.toScreen({ x: 1280, y: 1280 });
    expect(corner.x).toBeLessThanOrEqual(1400);
    expect(corner.y).toBeLessThanOrEqual(900);
    const phone = new SurfaceView(extent);
    phone.resize({ w: 390, h: 300 }, people);
    expect(phone.camera.k).toBeGreaterThan(0.45);
    for (const place of people) {
      const at = phone.toScreen(place);
      expect(at.x).toBeGreaterThan(0);
      expect(at.x).toBeLessThan(390);
    }
  });

  it('has whoever still stands in the first frame, with less room around them before it goes further off', () => {
    const spread = [
      { x: 300, y: 300 },
      { x: 360, y: 560 },
    ];
    for (const size of [
      { w: 390, h: 240 },
      { w: 422, h: 180 },
    ]) {
      const low = new SurfaceView(extent);
      low.resize(size, spread);
      for (const place of spread) {
        const at = low.toScreen(place);
        expect([at.x > 0, at.x < size.w, at.y > 0, at.y < size.h], JSON.stringify(size)).toEqual([true, true, true, true]);
      }
    }
  });

  it('gathers everybody again until a hand has chosen what is seen; then only whoever is spoken of', () => {
    const [here, there] = [
      { x: 300, y: 300 },
      { x: 360, y: 560 },
    ];
    const inside = (view: SurfaceView, place: { x: number; y: number }) => {
      const at = view.toScreen(place);
      return at.x > 0 && at.x < 390 && at.y > 0 && at.y < 240;
    };
    const view = new SurfaceView(extent);
    view.resize({ w: 390, h: 240 }, [here, there]);
    view.centre([here], 20, { above: 0, below: 0 }, 2);
    expect(inside(view, there)).toBe(false);
    view.gather([here, there]);
    expect([inside(view, here), inside(view, there)]).toEqual([true, true]);
    view.near(there);
    const { k } = view.camera;
    view.gather([here, there]);
    expect([inside(view, here), view.camera.k]).toEqual([true, k]);
  });

  it('does not move for what is in view', () => {
    const view = new SurfaceView(extent);
    view.resize({ w: 1400, h: 900 }, []);
    const { camera } = view;
    view.reveal(people);
    expect(view.camera).toBe(camera);
  });

  it('comes near on a small screen, unless a hand chose to stand back', () => {
    const view = new SurfaceView(extent);
    view.resize({ w: 390, h: 300 }, []);
    expect(view.camera.k).toBeLessThan(0.3);
    view.reveal([{ x: 400, y: 400 }]);
    expect(view.camera.k).toBeGreaterThan(0.45);
    view.all();
    view.reveal([{ x: 400, y: 400 }]);
    expect(view.camera.k).toBeLessThan(0.3);
  });

  it('goes from near to far and back', () => {
    const view = new SurfaceView(extent);
    view.resize({ w: 390, h: 300 }, people);
    expect(view.far).toBe(false);
    view.all();
    expect(view.far).toBe(true);
    view.near({ x: 400, y: 400 });
    expect(view.far).toBe(false);
    const at = view.toScreen({ x: 400, y: 400 });
    expect([at.x > 0, at.x < 390, at.y > 0, at.y < 300]).toEqual([true, true, true, true]);
  });

  it('keeps free the room that panels take', () => {
    const view = new SurfaceView(extent);
    view.inset = { top: 60, right: 0, bottom: 200, left: 0 };
    view.resize({ w: 800, h: 600 }, []);
    view.zoom({ x: 400, y: 300 }, 2);
    view.reveal([{ x: 640, y: 700 }], 40, 50);
    const at = view.toScreen({ x: 640, y: 740 });
    expect(at.y).toBeLessThanOrEqual(600 - 250 + 0.01);
    expect(view.sight.h * view.camera.k).toBeCloseTo(340);
  });

  it('keeps in sight what it was to show when a panel comes over it, until a hand moves it', () => {
    const view = new SurfaceView(extent);
    view.resize({ w: 800, h: 600 }, []);
    view.zoom({ x: 400, y: 300 }, 2);
    const place = view.toBoard({ x: 120, y: 120 });
    view.reveal([place], 40);
    view.inset = { top: 8, right: 8, bottom: 8, left: 320 };
    expect(view.toScreen(place).x).toBeGreaterThanOrEqual(320);
    view.inset = { top: 8, right: 8, bottom: 8, left: 8 };
    const { camera } = view;
    view.pan(-300, 0);
    view.inset = { top: 8, right: 8, bottom: 8, left: 320 };
    expect(view.camera.x).toBeCloseTo(camera.x - 300);
  });

  it('stays where a hand has put it when the window changes', () => {
    const view = new SurfaceView(extent);
    view.resize({ w: 800, h: 600 }, []);
    view.zoom({ x: 400, y: 300 }, 2.5);
    const { k } = view.camera;
    view.resize({ w: 790, h: 600 }, []);
    expect(view.camera.k).toBe(k);
  });
});
