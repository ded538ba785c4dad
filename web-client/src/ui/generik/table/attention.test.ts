import { describe, expect, it } from 'vitest';
import { SurfaceView } from '../../../surface/view.svelte';
import { attention, closeness, subjectKey } from '../../../surface/plane/attention';
import type { Overlay } from '../../../surface/plane/tools';
import { mm, SHEET } from './plane';
import type { TableScene, Token } from './model';
import type { Pt } from './types';

const token = (fig: number, at: Pt): Token => ({ fig, at, place: mm(at) }) as Token;
const scene = { tokens: [token(0, [500, 500]), token(1, [760, 500]), token(2, [9000, 11_000])], pieces: [] } as unknown as TableScene;
const places = (overlay: Overlay) => attention(SHEET, overlay, scene, []);

describe('what must be in sight', () => {
  it('is who acts and whoever may be aimed at, until one is', () => {
    expect(places({ selected: 0, targets: [1, 2] })).toHaveLength(3);
    expect(places({ selected: 0, targets: [1, 2], aimed: 1 })).toEqual([mm([500, 500]), mm([760, 500])]);
    expect(places({})).toEqual([]);
  });

  it('is where a path leads, where one may land, what is placed with the knob that turns it', () => {
    expect(places({ selected: 0, path: { fig: 0, points: [[2000, 2000]] } })).toContainEqual(mm([2000, 2000]));
    expect(places({ selected: 0, spots: [[500, 800]] })).toContainEqual(mm([500, 800]));
    const placed = places({ selected: 0, placing: { kind: 'piece', piece: 'W-1', at: [6000, 6000], turn: 0, ok: true } });
    expect(placed[0]).toEqual(mm([6000, 6000]));
    expect(placed[1]?.y).toBeLessThan(placed[0]?.y ?? 0);
  });

  it('is looked for again when somebody else is spoken of, not while a point is dragged', () => {
    const one = subjectKey({ selected: 0, path: { fig: 0, points: [[1000, 1000]] } });
    expect(subjectKey({ selected: 0, path: { fig: 0, points: [[1010, 1000]] } })).toBe(one);
    expect(subjectKey({ selected: 1, path: { fig: 0, points: [[1000, 1000]] } })).not.toBe(one);
    expect(subjectKey({ selected: 0, targets: [1, 2], aimed: 2 })).not.toBe(subjectKey({ selected: 0, targets: [1, 2], aimed: 1 }));
  });
});

describe('a table on a phone', () => {
  const phone = () => {
    const view = new SurfaceView({
      world: { x: -150, y: -150, w: 1500, h: 1500 },
      whole: { x: -30, y: -30, w: 1260, h: 1260 },
      readable: 0.5,
      closest: 6,
      near: 190,
    });
    view.inset = { top: 12, right: 0, bottom: 62, left: 0 };
    view.resize({ w: 390, h: 286 }, []);
    return view;
  };
  const seen = (view: SurfaceView, overlay: Overlay) => places(overlay).map((place) => view.toScreen(place));

  it('shows a figure and its target, near ones from near and far ones from afar, whatever a hand did before', () => {
    const view = phone();
    view.pan(300, -200);
    for (const aimed of [2, 1]) {
      const overlay: Overlay = { selected: 0, targets: [1, 2], aimed };
      view.centre(places(overlay), 60, { above: 62, below: 0 }, closeness(overlay));
      for (const at of seen(view, overlay)) {
        expect(at.x).toBeGreaterThan(0);
        expect(at.x).toBeLessThan(390);
        expect(at.y).toBeGreaterThan(0);
        expect(at.y).toBeLessThan(286 - 62);
      }
    }
    expect(view.camera.k).toBeGreaterThanOrEqual(0.8);
  });

  it('keeps in the middle what was there when a panel takes its room', () => {
    const view = phone();
    view.near({ x: 600, y: 600 });
    const before = view.toBoard({ x: 195, y: 143 });
    view.resize({ w: 390, h: 240 }, []);
    const after = view.toBoard({ x: 195, y: 120 });
    expect(after.x).toBeCloseTo(before.x, 3);
    expect(after.y).toBeCloseTo(before.y, 3);
  });
});
