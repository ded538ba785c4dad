/** Figures, pieces and handles under a place of the table. */
import type { Pt } from '../../protocol';
import type { XY } from '../camera';
import { far, toSegment, within } from './geometry';
import type { Edge, Scene, Token } from './scene';
import type { Sheet } from './sheet';
import type { Overlay, PathDraft, Pick } from './tools';

/** Returns the figure at a place: the highest, then the nearest one, within its base or `slack` mm around it. */
export function tokenUnder<T extends Token>(sheet: Sheet, scene: Scene<T>, place: XY, slack = 0): T | undefined {
  const reach = sheet.base + slack;
  return [...scene.tokens]
    .map((token) => ({ token, far: Math.hypot(token.place.x - place.x, token.place.y - place.y) }))
    .filter((one) => one.far <= reach)
    .sort((a, b) => b.token.level - a.token.level || a.far - b.far)[0]?.token;
}

/** Returns the number of the highest piece at a place. */
export const pieceUnder = (scene: Scene, at: Pt): number | undefined =>
  [...scene.pieces].reverse().find((piece) => piece.polys.some((poly) => within(poly, at)))?.index;

/** Returns the edge that is nearest to a place. */
export function edgeAt({ u }: Sheet, [x, y]: Pt): Edge {
  const ways: [Edge, number][] = [
    ['s', y],
    ['n', u.side - y],
    ['w', x],
    ['e', u.side - x],
  ];
  return (ways.sort((a, b) => a[1] - b[1])[0] as [Edge, number])[0];
}

/** Returns what a tap means; `slack` is the tolerance of a finger, in mm. */
export function pickAt(sheet: Sheet, scene: Scene, overlay: Overlay | undefined, place: XY, slack: number): Pick {
  const at = sheet.toPt(place);
  const pick: Pick = { at };
  const offered = overlay?.targets;
  const wide = offered ? { ...scene, tokens: scene.tokens.filter((token) => offered.includes(token.fig)) } : scene;
  const token = tokenUnder(sheet, wide, place, slack) ?? tokenUnder(sheet, scene, place, slack);
  const spot = nearest(overlay?.spots ?? [], at, sheet.u.base + slack * 10);
  const goal = scene.goals.find((one) => far(one.at, at) <= sheet.u.base + slack * 10);
  if (spot) pick.spot = spot;
  if (token) pick.fig = token.fig;
  if (goal) pick.goal = goal.index;
  const piece = pieceUnder(scene, at);
  if (piece !== undefined) pick.piece = piece;
  if (overlay?.edges?.some((one) => one.choice)) pick.edge = edgeAt(sheet, at);
  return pick;
}

function nearest(places: readonly Pt[], at: Pt, most: number): Pt | undefined {
  return places
    .map((place) => ({ place, off: far(place, at) }))
    .filter((one) => one.off <= most)
    .sort((a, b) => a.off - b.off)[0]?.place;
}

/** Returns the way-point at a place, or the stretch between two at which a new one would be inserted. */
export function handleAt(draft: PathDraft, start: Pt, at: Pt, slack: number): { point: number } | { insert: number } | undefined {
  const close = draft.points
    .map((point, i) => ({ i, off: far(point, at) }))
    .filter((one) => one.off <= slack)
    .sort((a, b) => a.off - b.off)[0];
  if (close) return { point: close.i };
  const all = [start, ...draft.points];
  const stretch = all.slice(1).findIndex((point, i) => toSegment(at, all[i] as Pt, point) <= slack * 0.7);
  return stretch < 0 ? undefined : { insert: stretch };
}

/** Returns the next figure in a direction of the screen, for the arrow keys: one ahead before one aside; the first one without `from`. */
export function neighbour<T extends Token>(scene: Scene<T>, from: T | undefined, down: number, right: number): T | undefined {
  if (!from) return scene.tokens[0];
  return scene.tokens
    .filter((token) => token !== from)
    .map((token) => {
      const dx = token.place.x - from.place.x;
      const dy = token.place.y - from.place.y;
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      // A figure outside a cone of 60 degrees on each side is chosen only if there is none within.
      return { token, ahead, cost: ahead + 2.2 * aside + (aside > 1.75 * ahead ? 10000 : 0) };
    })
    .filter((one) => one.ahead > 0)
    .sort((a, b) => a.cost - b.cost)[0]?.token;
}
