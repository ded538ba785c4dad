/** The jagged balloons behind onomatopoeia. */

/** A star of `spikes` uneven points, wide `rx` and high `ry`; the same `seed` gives the same star. */
export function burst(spikes: number, rx: number, ry: number, seed = 1): string {
  let state = (seed * 2654435761) % 4294967296;
  const next = () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
  const points: string[] = [];
  for (let i = 0; i < spikes * 2; i += 1) {
    const angle = (i / (spikes * 2)) * 2 * Math.PI - Math.PI / 2;
    const far = i % 2 === 0 ? 0.86 + next() * 0.34 : 0.56 + next() * 0.12;
    points.push(`${(Math.cos(angle) * rx * far).toFixed(1)} ${(Math.sin(angle) * ry * far).toFixed(1)}`);
  }
  return `M${points.join('L')}Z`;
}

/** How wide and high the balloon of a word is at its full size. */
export const burstSize = (word: string, force = 1): { w: number; h: number } => ({
  w: Math.max(46, word.length * 13.8) * (0.9 + force * 0.12) * 2,
  h: (42 + force * 6) * 2,
});

/** Colours of a sound: balloon, halo and letters. */
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

/** The tone that suits a word. */
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
