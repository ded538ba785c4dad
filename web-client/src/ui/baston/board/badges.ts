/** Where the badges of figures stand: at the foot of their own, beside it where another figure would hide them. */
import type { Box } from '../../../surface/camera';
import { boxAt, freeSpot } from '../../../surface/marks';
import { bodyOf, figureXY } from './geometry';
import type { BoardScene, Figure } from './scene';

/** How far a badge stands from the middle of its base: over the base, else beside it. */
const NEAR = 19;
const FAR = 34;
/** Room for a letter with the rank above it, and how far its middle lies outside and above the letter. */
const ROOM = { w: 26, h: 34 } as const;
const OUT = 3;
const UP = 5;

/** The side on which a figure has its badge: behind its back. */
export const badgeSide = ({ facing }: Figure): 1 | -1 => (facing >= 6 ? 1 : -1);

/** How far east of its base the badge of each figure stands, where badges are drawn so much larger. */
export function badgesOf(scene: BoardScene, zoomed: number): ReadonlyMap<string, number> {
  const bodies = new Map(scene.figures.map((figure) => [figure.id, bodyOf(scene, figure)] as const));
  const taken: Box[] = [];
  const found = new Map<string, number>();
  for (const figure of scene.figures) {
    const side = badgeSide(figure);
    const at = figureXY(scene, figure);
    const size = { w: ROOM.w * zoomed, h: ROOM.h * zoomed };
    const spots = [side * NEAR, side * FAR, -side * FAR];
    const middles = spots.map((x) => ({ x: at.x + x + Math.sign(x) * OUT * zoomed, y: at.y - at.lift + 3 - UP * zoomed }));
    const others = [...bodies].flatMap(([id, body]) => (id === figure.id ? [] : [body]));
    const spot = freeSpot(middles, size, [...others, ...taken]);
    found.set(figure.id, spots[middles.indexOf(spot)] ?? side * NEAR);
    taken.push(boxAt(spot, size));
  }
  return found;
}
