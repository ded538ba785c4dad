import { describe, expect, it } from 'vitest';
import { figureId, pieceId, sceneFromView } from './baston';
import { drawables } from './drawlist';
import { centre, dirTowards, figureXY, pointAt, step, topRise, turned } from './geometry';
import { figureUnder, pickAt, pieceUnder } from './hit';
import { keyAct } from './keys';
import { STATES } from './testdata/states';

const scene = sceneFromView(STATES);
const who = (n: number) => {
  const figure = scene.figures.find((one) => one.id === figureId(n));
  if (!figure) throw new Error(`nobody is ${n}`);
  return figure;
};

describe('what lies under a place', () => {
  it('is the point drawn there, whatever it is raised by', () => {
    for (const at of [
      { r: 1, c: 1 },
      { r: 12, c: 9 },
      { r: 15, c: 16 },
      { r: 5, c: 4 },
      { r: 7, c: 4 },
      { r: 13, c: 17 },
    ]) {
      const { x, y } = centre(at);
      expect(pointAt(scene, { x, y: y - topRise(scene.plan, scene.furniture, at) }), `${at.r},${at.c}`).toEqual(at);
    }
    expect(pointAt(scene, { x: -5, y: 100 })).toBeUndefined();
    expect(pointAt(scene, { x: 100, y: 99999 })).toBeUndefined();
  });

  it('is a figure by its body as well as by its base', () => {
    const { x, y, lift } = figureXY(scene, who(4));
    expect(figureUnder(scene, { x, y: y - lift })?.id).toBe(figureId(4));
    expect(figureUnder(scene, { x, y: y - lift - 50 })?.id).toBe(figureId(4));
    expect(figureUnder(scene, { x: x + 50, y: y - 30 })).toBeUndefined();
  });

  it('is a piece where nobody is', () => {
    expect(pieceUnder(scene, { x: 8.9 * 64, y: 9.3 * 64 })?.id).toBe(pieceId(3));
    expect(pickAt(scene, undefined, { x: 8.9 * 64, y: 9.3 * 64 })).toMatchObject({ kind: 'piece', id: pieceId(3) });
    expect(pickAt(scene, undefined, centre({ r: 19, c: 15 }))).toEqual({ kind: 'point', at: { r: 19, c: 15 } });
  });

  it('is first what the overlay offers', () => {
    const behind = centre({ r: 11, c: 6 });
    expect(pickAt(scene, undefined, behind)).toMatchObject({ kind: 'point' });
    const head = { x: centre({ r: 12, c: 6 }).x, y: centre({ r: 11, c: 6 }).y + 12 };
    expect(pickAt(scene, undefined, head)).toMatchObject({ kind: 'figure', id: figureId(4) });
    expect(pickAt(scene, { reach: [{ r: 11, c: 6 }] }, head)).toEqual({ kind: 'point', at: { r: 11, c: 6 } });
    expect(pickAt(scene, { reach: [{ r: 11, c: 6 }], targets: [figureId(4)] }, head)).toMatchObject({ kind: 'figure' });
  });
});

describe('painting order', () => {
  const list = drawables(scene);
  const place = (key: string) => list.findIndex((d) => d.key === key);

  it('names everything once', () => {
    expect(new Set(list.map((d) => d.key)).size).toBe(list.length);
  });

  it('puts people on furniture above it and people under it below', () => {
    expect(place(figureId(7))).toBeGreaterThan(place(pieceId(6)));
    expect(place(figureId(13))).toBeLessThan(place(pieceId(2)));
    expect(list.find((d) => d.key === pieceId(2))).toMatchObject({ seeThrough: true });
  });

  it('paints walls behind those who stand south of them', () => {
    expect(place(figureId(16))).toBeGreaterThan(place('w2'));
    expect(place(figureId(0))).toBeLessThan(place('w13'));
  });
});

describe('directions and keys', () => {
  it('turn and step by the compass', () => {
    expect(turned(8, 1)).toBe(1);
    expect(turned(1, -2)).toBe(7);
    expect(step({ r: 5, c: 5 }, 6, 2)).toEqual({ r: 7, c: 3 });
    expect(dirTowards({ r: 5, c: 5 }, { r: 1, c: 5 })).toBe(1);
    expect(dirTowards({ r: 5, c: 5 }, { r: 9, c: 1 })).toBe(6);
    expect(dirTowards({ r: 5, c: 5 }, { r: 5, c: 5 })).toBeUndefined();
  });

  const key = (name: string, more: Partial<KeyboardEvent> = {}) => ({
    key: name,
    code: '',
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...more,
  });

  it('read digits as directions only while one is asked for', () => {
    expect(keyAct(key('6'), true)).toEqual({ act: 'direction', dir: 6 });
    expect(keyAct(key('6', { code: 'Numpad6' }), true)).toEqual({ act: 'direction', dir: 3 });
    expect(keyAct(key('6'), false)).toBeUndefined();
    expect(keyAct(key('0'), true)).toEqual({ act: 'fit' });
  });

  it('move the cursor with arrows, the board with shift', () => {
    expect(keyAct(key('ArrowLeft'), false)).toEqual({ act: 'cursor', dr: 0, dc: -1 });
    expect(keyAct(key('ArrowLeft', { shiftKey: true }), false)).toMatchObject({ act: 'pan', dx: 90 });
    expect(keyAct(key('+', { ctrlKey: true }), false)).toBeUndefined();
  });
});
