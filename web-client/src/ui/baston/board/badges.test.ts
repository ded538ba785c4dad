import { describe, expect, it } from 'vitest';
import type { Box } from '../../../surface/camera';
import { shared } from '../../../surface/marks';
import { badgesOf } from './badges';
import { sceneFromView } from './baston';
import { bodyOf, figureXY } from './geometry';
import type { BoardScene, Figure } from './scene';
import { STATES } from './testdata/states';

/** Figures that stand one below the other, facing west and east in turn. */
function column(count: number): BoardScene {
  const scene = sceneFromView(STATES);
  const [first] = scene.figures;
  if (!first) throw new Error('no figure on the board');
  const figures = Array.from({ length: count }, (_, n): Figure => {
    const at = { r: 14 + n, c: 10 };
    return { ...first, id: `f${n}`, at, facing: n % 2 === 0 ? 3 : 7, posture: 'standing', out: false, onTop: false, under: false };
  });
  return { ...scene, figures };
}

/** What a letter takes, from the middle of the base of its figure. */
const letterAt = (scene: BoardScene, figure: Figure, badge: number, zoomed: number): Box => {
  const { x, y, lift } = figureXY(scene, figure);
  const half = 10 * zoomed;
  return { x: x + badge - half, y: y - lift + 3 - half, w: 2 * half, h: 2 * half };
};

describe('badges of figures in a column', () => {
  it.each([1, 1.4])('no letter lies under the figure below, %s times as large', (zoomed) => {
    const scene = column(4);
    const badges = badgesOf(scene, zoomed);
    for (const figure of scene.figures) {
      const letter = letterAt(scene, figure, badges.get(figure.id) ?? 0, zoomed);
      for (const other of scene.figures) if (other !== figure) expect(shared(letter, bodyOf(scene, other)), `${figure.id} under ${other.id}`).toBe(0);
    }
  });

  it('a figure that no other figure hides has its letter on its base, behind its back', () => {
    const scene = column(1);
    const [only] = scene.figures;
    if (!only) throw new Error('nobody');
    expect(badgesOf(scene, 1).get(only.id)).toBe(-19);
    const west = { ...scene, figures: [{ ...only, facing: 7 as const }] };
    expect(badgesOf(west, 1).get(only.id)).toBe(19);
  });
});
