import { along, gap, heading, laid, lengthOf, overlap, turned, within } from '../../../surface/plane/geometry';
import { describe, expect, it } from 'vitest';
import { letterOf, piecesOf, tableScene } from './model';
import { mm, SHEET, toPt } from './plane';
import { KINDS, sample } from './testdata/sample';
import { ERAS, type Pt } from './types';

describe('the plane', () => {
  it('turns places of the rules into places of the sheet and back', () => {
    expect(mm([0, 0])).toEqual({ x: 0, y: 1200 });
    expect(mm([6000, 11900])).toEqual({ x: 600, y: 10 });
    expect(toPt(mm([1234, 5678]))).toEqual([1234, 5678]);
    expect(heading([0, 5])).toBe(0);
    expect(heading([5, 0])).toBe(90);
  });

  it('rotates as the rules do, by their table of 15 degrees (GEN-GEO-07)', () => {
    expect(turned([800, 600], 0)).toEqual([800, 600]);
    expect(turned([800, 600], 6)).toEqual([-600, 800]);
    expect(turned([800, 600], 12)).toEqual([-800, -600]);
    expect(turned([800, 600], 18)).toEqual([600, -800]);
    expect(turned([1000, 0], 2)).toEqual([866, 500]);
    expect(turned([1000, 0], 23)).toEqual(turned([1000, 0], -1));
    expect(
      laid(
        [
          [
            [0, 0],
            [100, 0],
            [0, 100],
          ],
        ],
        [50, 60],
        6,
      ),
    ).toEqual([
      [
        [50, 60],
        [50, 160],
        [-50, 60],
      ],
    ]);
  });

  it('knows what lies in, over and beside what', () => {
    const square: Pt[] = [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ];
    const moved = (x: number): Pt[] => square.map(([a, b]) => [a + x, b]);
    expect(within(square, [100, 50])).toBe(true);
    expect(within(square, [101, 50])).toBe(false);
    expect(overlap(square, moved(99))).toBe(true);
    expect(overlap(square, moved(100))).toBe(false);
    expect(gap(square, moved(350))).toBe(250);
    expect(gap(square, moved(50))).toBe(0);
  });

  it('measures lines and walks along them', () => {
    const way: Pt[] = [
      [0, 0],
      [300, 400],
      [300, 900],
    ];
    expect(lengthOf(way)).toBe(1000);
    expect(along(way, 0.5)).toEqual([300, 400]);
    expect(along(way, 0.75)).toEqual([300, 650]);
    expect(along(way, 1)).toEqual([300, 900]);
  });
});

describe('the table', () => {
  it('draws every kind of piece of the catalogue where it lies, flat ground first', () => {
    for (const era of ERAS) {
      const view = sample(era);
      const pieces = piecesOf(view.pieces, KINDS);
      expect(pieces).toHaveLength(view.pieces.length);
      expect(pieces.map((piece) => piece.kind.height)).toEqual(pieces.map((piece) => piece.kind.height).sort((a, b) => a - b));
      expect(pieces.every((piece) => piece.shadows.length === piece.polys.length)).toBe(true);
    }
    expect(
      piecesOf(
        [{ piece: 'M-1', at: [0, 0], turn: 0 }],
        KINDS.filter((kind) => kind.era === 'ww2'),
      ),
    ).toEqual([]);
  });

  it('throws longer shadows from higher pieces', () => {
    const [low, high] = piecesOf(
      [
        { piece: 'W-4', at: [3000, 3000], turn: 0 },
        { piece: 'W-1', at: [9000, 9000], turn: 0 },
      ],
      KINDS,
    );
    const reach = (piece = low) => Math.max(...(piece?.shadows[0] ?? []).map((p) => p.x)) - Math.max(...(piece?.polys[0] ?? []).map(([x]) => x / 10));
    expect(reach(low)).toBeCloseTo(2);
    expect(reach(high)).toBeCloseTo(20);
  });

  it('shows the markers of the rules (GEN-STA-11)', () => {
    const { tokens } = tableScene(sample('western'), KINDS);
    const of = (fig: number) => tokens.find((token) => token.fig === fig);
    expect(of(0)).toMatchObject({ letter: 'A', chief: true, da: 3, maxDa: 3, active: true });
    expect(of(2)).toMatchObject({ wounded: true, da: 0, maxDa: 1, heroic: true });
    expect(of(1)).toMatchObject({ inCover: true, da: 1, maxDa: 2 });
    expect(of(3)).toMatchObject({ empty: [0] });
    expect(of(7)).toMatchObject({ down: true });
    expect(of(5)).toMatchObject({ level: 1000 });
  });

  it('calls no knife and no sword empty', () => {
    const view = sample('pirates');
    const figures = view.figures.map((figure) => ({ ...figure, charges: [0, 0] as [number, number] }));
    const token = tableScene({ ...view, figures }, KINDS).tokens.find((one) => one.fig === 0);
    expect(token?.weapons).toEqual(['p_epee', 'p_pistolet']);
    expect(token?.empty).toEqual([1]);
  });

  it('leaves out who is not on the table, and markers that are sacked', () => {
    const view = sample('ww2');
    const figures = view.figures.map((figure, i) => ({ ...figure, status: (['waiting', 'ooa', 'exited', 'routed', 'home'] as const)[i] ?? figure.status }));
    const scene = tableScene({ ...view, figures, markers: view.markers.map((marker) => ({ ...marker, sacked: true })) }, KINDS);
    expect(scene.tokens.map((token) => token.fig).sort()).toEqual([5, 6, 7, 8, 9]);
    expect(scene.goals).toEqual([]);
  });

  it('paints who stands higher over who stands lower', () => {
    const levels = tableScene(sample('medieval'), KINDS).tokens.map((token) => token.level);
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
  });

  it('has a letter for everybody', () => {
    expect([0, 25, 26, 51, 52].map(letterOf)).toEqual(['A', 'Z', 'A2', 'Z2', 'A3']);
  });

  it('puts each zone along its edge', () => {
    expect(SHEET.zone('s')).toEqual({ x: 0, y: 1100, w: 1200, h: 100 });
    expect(SHEET.zone('e')).toEqual({ x: 1100, y: 0, w: 100, h: 1200 });
    expect(tableScene(sample('western'), KINDS).zones.map((zone) => [zone.seat, zone.edge])).toEqual([
      [0, 's'],
      [1, 'n'],
    ]);
  });
});
