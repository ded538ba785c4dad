/** Balloons stay inside of what they are drawn on: the edge of a board, the frame of a panel. */
import { describe, expect, it } from 'vitest';
import { bursts } from '../surface/beside';
import { burstIn, HEIGHT, WIDTH } from '../ui/comic/layout';
import { balloonOf, burst, grownAt } from './bursts';

const WORDS = ['PAF !', 'K.O. !', 'RATATATA !', 'ATTENTION !', 'CLIC CLAC !'];
const CASES = WORDS.flatMap((word) => [1, 2, 3].flatMap((force) => [0, 3, 35, 42, 64].map((seed) => ({ word, force, seed }))));
const TIMES = Array.from({ length: 101 }, (_, n) => n / 100);

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the edges of a balloon around a place, over its whole animation. */
function edges(word: string, force: number, seed: number, at: { x: number; y: number }, scale: number): Edges {
  const { halo, lean } = balloonOf(word, force, seed);
  const angle = (lean * Math.PI) / 180;
  const numbers = [...burst(halo.spikes, halo.rx, halo.ry, halo.seed).matchAll(/-?[\d.]+/g)].map(Number);
  const largest = Math.max(...TIMES.map(grownAt)) * scale;
  const xs: number[] = [];
  const ys: number[] = [];
  for (let n = 0; n < numbers.length; n += 2) {
    const [x, y] = [numbers[n] ?? NaN, numbers[n + 1] ?? NaN];
    xs.push(at.x + (x * Math.cos(angle) - y * Math.sin(angle)) * largest);
    ys.push(at.y + (x * Math.sin(angle) + y * Math.cos(angle)) * largest);
  }
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const within = (found: Edges, box: { x: number; y: number; w: number; h: number }) =>
  found.left >= box.x && found.right <= box.x + box.w && found.top >= box.y && found.bottom <= box.y + box.h;

describe('the balloon of a word', () => {
  it.each(CASES)('fits into its panel: $word, $force, $seed', ({ word, force, seed }) => {
    const { x, y, scale } = burstIn(word, force, seed);
    expect(within(edges(word, force, seed, { x, y }, scale), { x: 0, y: 0, w: WIDTH, h: HEIGHT })).toBe(true);
    // The balloon is as large as the frame allows, so that the word stands out.
    expect(scale).toBeGreaterThan(0.5);
  });

  it.each(CASES)('fits into the view of the board, wherever its figure stands: $word, $force, $seed', ({ word, force, seed }) => {
    const sight = { x: 100, y: 50, w: 800, h: 500 };
    for (const x of [100, 500, 900]) {
      for (const y of [50, 300, 550]) {
        const body = { x: x - 26, y: y - 78, w: 52, h: 90 };
        const at = bursts(body, { word, force, seed, grown: 1.2 }, [body], sight, x > 500 ? 1 : -1);
        expect(within(edges(word, force, seed, at, 1.2), sight), `${x} ${y}`).toBe(true);
      }
    }
  });

  it('is in the middle of a view that is smaller than the balloon', () => {
    const sight = { x: 0, y: 0, w: 100, h: 40 };
    const body = { x: 40, y: 0, w: 20, h: 40 };
    expect(bursts(body, { word: 'BADABOUM !', force: 3, seed: 1, grown: 1 }, [body], sight)).toEqual({ x: 50, y: 20 });
  });
});
