import { describe, expect, it } from 'vitest';
import { around, clamp, fit, include, pan, pinch, toBoard, toScreen, zoomAt, type Camera } from './camera';

const view = { w: 800, h: 600 };
const world = { x: -100, y: -100, w: 1480, h: 1480 };
const close = (a: { x: number; y: number }, b: { x: number; y: number }) => {
  expect(a.x).toBeCloseTo(b.x, 6);
  expect(a.y).toBeCloseTo(b.y, 6);
};

describe('camera', () => {
  it('toBoard inverts toScreen', () => {
    const camera: Camera = { x: 31, y: -12, k: 0.7 };
    close(toBoard(camera, toScreen(camera, { x: 400, y: 90 })), { x: 400, y: 90 });
  });

  it('fit shows a box in the middle of what insets leave free', () => {
    const camera = fit(view, { x: 0, y: 0, w: 1000, h: 500 }, { top: 100, right: 0, bottom: 0, left: 200 });
    expect(camera.k).toBeCloseTo(0.6);
    close(toScreen(camera, { x: 500, y: 250 }), { x: 200 + 300, y: 100 + 250 });
  });

  it('a zoom keeps the place under the pointer, and stays within its bounds', () => {
    const camera: Camera = { x: -50, y: -80, k: 0.8 };
    const at = { x: 333, y: 222 };
    const place = toBoard(camera, at);
    const zoomed = zoomAt(camera, at, 1.5, 0.3, 2);
    expect(zoomed.k).toBeCloseTo(1.2);
    close(toScreen(zoomed, place), at);
    expect(zoomAt(camera, at, 100, 0.3, 2).k).toBe(2);
    expect(zoomAt(camera, at, 0.001, 0.3, 2).k).toBe(0.3);
  });

  it('a pinch follows two fingers that spread and slide', () => {
    const camera: Camera = { x: 0, y: 0, k: 1 };
    const moved = pinch(
      camera,
      [
        { x: 100, y: 100 },
        { x: 200, y: 100 },
      ],
      [
        { x: 60, y: 130 },
        { x: 260, y: 130 },
      ],
      0.2,
      4,
    );
    expect(moved.k).toBeCloseTo(2);
    close(toScreen(moved, { x: 150, y: 100 }), { x: 160, y: 130 });
  });

  it('clamp leaves no empty margin, and centres a world that is smaller than the view', () => {
    const far = clamp({ x: 5000, y: -9000, k: 1 }, view, world);
    close(toScreen(far, { x: world.x, y: world.y + world.h }), { x: 0, y: view.h });
    const small = clamp({ x: 77, y: 5, k: 0.2 }, view, world);
    close(toScreen(small, { x: world.x + world.w / 2, y: world.y + world.h / 2 }), { x: view.w / 2, y: view.h / 2 });
  });

  it('clamp keeps the world out of the insets', () => {
    const inset = { top: 100, right: 0, bottom: 0, left: 320 };
    const small = clamp({ x: 77, y: 5, k: 0.2 }, view, world, inset);
    close(toScreen(small, { x: world.x + world.w / 2, y: world.y + world.h / 2 }), { x: 320 + (view.w - 320) / 2, y: 100 + (view.h - 100) / 2 });
    const corner = clamp({ x: 5000, y: 9000, k: 1 }, view, world, inset);
    close(toScreen(corner, { x: world.x, y: world.y }), { x: 320, y: 100 });
  });

  it('include moves only where it must, and by the least', () => {
    const camera: Camera = { x: 0, y: 0, k: 1 };
    expect(include(camera, view, { x: 100, y: 100, w: 200, h: 200 })).toBe(camera);
    expect(include(camera, view, { x: 700, y: 100, w: 200, h: 200 })).toEqual({ x: -100, y: 0, k: 1 });
    expect(include(camera, view, { x: 700, y: -50, w: 50, h: 50 }, { top: 40, right: 0, bottom: 0, left: 0 })).toEqual({ x: 0, y: 90, k: 1 });
  });

  it('include zooms out where a box is too wide', () => {
    const wide = include({ x: 0, y: 0, k: 1 }, view, { x: 0, y: 0, w: 1600, h: 100 });
    expect(wide.k).toBeCloseTo(0.5);
    close(toScreen(wide, { x: 0, y: 50 }), { x: 0, y: 300 });
  });

  it('around returns the box of places with a margin, and pan moves a camera', () => {
    expect(
      around(
        [
          { x: 10, y: 50 },
          { x: 40, y: 20 },
        ],
        5,
      ),
    ).toEqual({ x: 5, y: 15, w: 40, h: 40 });
    expect(pan({ x: 1, y: 2, k: 3 }, 4, 5)).toEqual({ x: 5, y: 7, k: 3 });
  });
});
