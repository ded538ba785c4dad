/** The jagged balloons behind onomatopoeia. */

/** A balloon at its full size: half of its width, its lean in degrees, and its halo with half of its width and height. */
interface Balloon {
  readonly wide: number;
  readonly lean: number;
  readonly halo: { readonly spikes: number; readonly rx: number; readonly ry: number; readonly seed: number };
}

/** The largest scale of a balloon, for a moment while it bursts open. */
const LARGEST = 1.18;
/** Half of the width of the line around it. */
const LINE = 1.5;

/** Returns the scale of a balloon at `t`, which runs from 0 to 1. */
export const grownAt = (t: number): number => (t < 0.18 ? 0.3 + (t / 0.18) * (LARGEST - 0.3) : t < 0.3 ? LARGEST - ((t - 0.18) / 0.12) * (LARGEST - 1) : 1);

export function balloonOf(word: string, force = 1, seed = 1): Balloon {
  const wide = Math.max(46, word.length * 13.8) * (0.9 + force * 0.12);
  return { wide, lean: (seed % 5) * 4 - 8, halo: { spikes: 13, rx: wide * 1.16, ry: 42 + force * 6, seed: seed + 3 } };
}

/** Returns the corners of a star of `spikes` uneven points, with radii of about `rx` and `ry`; the same `seed` gives the same star. */
function starOf(spikes: number, rx: number, ry: number, seed: number): { x: number; y: number }[] {
  let state = (seed * 2654435761) % 4294967296;
  const next = () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
  return Array.from({ length: spikes * 2 }, (_, i) => {
    const angle = (i / (spikes * 2)) * 2 * Math.PI - Math.PI / 2;
    const far = i % 2 === 0 ? 0.86 + next() * 0.34 : 0.56 + next() * 0.12;
    return { x: Math.cos(angle) * rx * far, y: Math.sin(angle) * ry * far };
  });
}

/** Returns such a star as a path. */
export const burst = (spikes: number, rx: number, ry: number, seed = 1): string =>
  `M${starOf(spikes, rx, ry, seed)
    .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('L')}Z`;

/** Returns width and height of the balloon of a word at its full size. */
export const burstSize = (word: string, force = 1): { w: number; h: number } => {
  const { wide, halo } = balloonOf(word, force);
  return { w: wide * 2, h: halo.ry * 2 };
};

/** Returns how far a balloon reaches from its middle, aside and up or down: its longest spikes, at the largest scale. */
export function burstReach(word: string, force = 1, seed = 1): { x: number; y: number } {
  const { lean, halo } = balloonOf(word, force, seed);
  const [cos, sin] = [Math.cos((lean * Math.PI) / 180), Math.sin((lean * Math.PI) / 180)];
  const points = starOf(halo.spikes, halo.rx, halo.ry, halo.seed);
  const far = (along: (at: { x: number; y: number }) => number) => (Math.max(...points.map((at) => Math.abs(along(at)))) + LINE) * LARGEST;
  return { x: far(({ x, y }) => x * cos - y * sin), y: far(({ x, y }) => x * sin + y * cos) };
}

/** The colours of a sound: balloon, halo and letters. */
export interface Tone {
  fill: string;
  back: string;
  text: string;
}

const TONES: Record<string, Tone> = {
  hit: { fill: '#ffd23f', back: '#e8352e', text: '#ff4a3d' },
  hard: { fill: '#ff3d81', back: '#ffd23f', text: '#fff6d8' },
  glass: { fill: '#59d6dc', back: '#dff8f4', text: '#f4fffd' },
  wood: { fill: '#ffb347', back: '#8a3f1c', text: '#fff1d0' },
  air: { fill: '#b9b1d6', back: '#8d86a8', text: '#fbf8ff' },
  out: { fill: '#1a1530', back: '#ff3d81', text: '#ff5c97' },
};

/** Returns the tone of a word. */
export function toneOf(word: string, force = 1): Tone {
  const sound = word.replace(/[^\p{L}]/gu, '').toUpperCase();
  const key = /^(CLING|SPLASH|BLING|CRASH|DZING)/.test(sound)
    ? 'glass'
    : /^(CRAC|VLAN|BOUM|BADABOUM|PATATRAS|TOC|CRR)/.test(sound)
      ? 'wood'
      : /^(FFT|ZIP|FWIP|VRR|HOP|OUPS|RATÉ)/.test(sound)
        ? 'air'
        : /^(KO|HS|DODO)/.test(sound)
          ? 'out'
          : force >= 3
            ? 'hard'
            : 'hit';
  return TONES[key] as Tone;
}
