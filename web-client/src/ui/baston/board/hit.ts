/** What lies under a place of the board. */
import { TOPS, figureXY, footprint, groundRise, pointAt, type XY } from './geometry';
import { figureZ } from './drawlist';
import { ptKey, samePt, type BoardScene, type Figure, type Overlay, type Pick, type Pt } from './scene';

/** The figure drawn at a place, the one painted last when several overlap. */
export function figureUnder(scene: BoardScene, place: XY): Figure | undefined {
  return scene.figures
    .filter((figure) => {
      const { x, y, lift } = figureXY(scene, figure);
      const dx = place.x - x;
      const dy = place.y - (y - lift);
      if (figure.posture === 'prone' || figure.out) return Math.abs(dx) < 34 && dy > -24 && dy < 22;
      return (Math.abs(dx) < 17 && dy > -66 && dy < 4) || (dx / 27) ** 2 + (dy / 18) ** 2 < 1;
    })
    .sort((a, b) => figureZ(scene, b) - figureZ(scene, a))[0];
}

/** The piece of furniture or the loose thing drawn at a place. */
export function pieceUnder(scene: BoardScene, place: XY): { id: string; at: Pt } | undefined {
  const thing = scene.loose.find((one) => {
    const x = (one.at.c - 0.5) * 64;
    const y = (one.at.r - 0.5) * 64 - groundRise(scene.plan, one.at);
    return one.item === 'chaise' ? Math.abs(place.x - x + 6) < 17 && place.y > y - 34 && place.y < y + 12 : false;
  });
  if (thing) return { id: thing.id, at: thing.at };
  for (const piece of [...scene.furniture].reverse()) {
    const box = footprint(piece.cells);
    const lift = groundRise(scene.plan, piece.cells[0] ?? { r: 1, c: 1 });
    const top = piece.overturned ? 0 : (TOPS[piece.kind] ?? 0);
    if (place.x < box.x + 4 || place.x > box.x + box.w - 4) continue;
    if (place.y < box.y + 6 - top - lift || place.y > box.y + box.h - 4 - lift) continue;
    const under = pointAt(scene, place);
    return { id: piece.id, at: piece.cells.find((cell) => under && samePt(cell, under)) ?? piece.cells[0] ?? { r: 1, c: 1 } };
  }
  return undefined;
}

/**
 * What a tap means. Whatever the overlay offers comes first: a target, then a reachable point; otherwise the
 * figure, the piece, the point.
 */
export function pickAt(scene: BoardScene, overlay: Overlay | undefined, place: XY): Pick | undefined {
  const figure = figureUnder(scene, place);
  const piece = pieceUnder(scene, place);
  const point = pointAt(scene, place);
  if (overlay?.targets?.length) {
    if (figure && overlay.targets.includes(figure.id)) return { kind: 'figure', id: figure.id, at: figure.at };
    if (piece && overlay.targets.includes(piece.id)) return { kind: 'piece', ...piece };
  }
  if (overlay?.reach?.length && point) {
    const key = ptKey(point);
    if (overlay.reach.some((one) => ptKey(one) === key)) return { kind: 'point', at: point };
  }
  if (figure) return { kind: 'figure', id: figure.id, at: figure.at };
  if (piece) return { kind: 'piece', ...piece };
  return point && { kind: 'point', at: point };
}
