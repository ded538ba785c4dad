import { describe, expect, it } from 'vitest';
import { NOTHING, SurfaceView, type Wanted } from '../../../surface/view.svelte';
import { attention, closeness } from '../../../surface/plane/attention';
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
});

describe('a table on a phone', () => {
  const wanted: Wanted = {
    ...NOTHING,
    size: { w: 390, h: 286 },
    inset: { top: 12, right: 0, bottom: 62, left: 0 },
    people: scene.tokens.map(({ place, fig }) => ({ ...place, side: fig === 0 ? 0 : 1 })),
    mine: 0,
  };
  const phone = () => {
    const view = new SurfaceView({
      world: { x: -150, y: -150, w: 1500, h: 1500 },
      whole: { x: -30, y: -30, w: 1260, h: 1260 },
      readable: { wide: 0.8, narrow: 0.5 },
      close: { wide: 1.4, narrow: 0.9 },
      closest: 6,
      near: 190,
    });
    view.update(wanted);
    return view;
  };

  it('shows a figure and its target in the next question, from near where they are near, whatever a hand did before', () => {
    const view = phone();
    view.pan(300, -200);
    const overlay: Overlay = { selected: 0, targets: [1, 2], aimed: 1 };
    const zoom = closeness(overlay);
    view.update({ ...wanted, question: 'shoot', subject: { key: '0', places: places(overlay), margin: 60, ...(zoom ? { zoom } : {}) } });
    for (const at of places(overlay).map((place) => view.toScreen(place))) {
      expect([at.x > 0, at.x < 390, at.y > 12, at.y < 286 - 62]).toEqual([true, true, true, true]);
    }
    expect(view.camera.k).toBeGreaterThanOrEqual(0.8);
  });

  it('keeps the middle and the zoom a hand chose when a panel takes its room', () => {
    const view = phone();
    view.near({ x: 600, y: 600 });
    const { k } = view.camera;
    view.update({ ...wanted, size: { w: 390, h: 240 } });
    const middle = view.toScreen({ x: 600, y: 600 });
    expect(view.camera.k).toBe(k);
    expect(middle.x).toBeCloseTo(195, 3);
    expect(middle.y).toBeCloseTo(12 + (240 - 74) / 2, 3);
  });
});
