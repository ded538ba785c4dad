import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./colours.css', import.meta.url), 'utf8');
const palette = new Map([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1] as string, m[2] as string]));

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [a, b] = [colour(one), colour(other)].map(luminance) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function colour(name: string): string {
  const found = palette.get(name);
  if (!found) throw new Error(`no colour named ${name}`);
  return found;
}

/** Text on its background: WCAG AA requires a contrast of 4.5. */
const text: [string, string][] = [
  ...['night', 'night-raised'].flatMap((ground) => ['paper', 'dim', 'cyan', 'amber', 'pink', 'danger'].map((ink): [string, string] => [ink, ground])),
  ...['paper', 'paper-shade'].flatMap((ground) =>
    ['ink', 'faded', 'pink-deep', 'cyan-deep', 'amber-deep', 'danger-deep'].map((ink): [string, string] => [ink, ground]),
  ),
  ...['pink', 'cyan', 'amber'].map((ground): [string, string] => ['ink', ground]),
  ...[0, 1, 2, 3, 4, 5].map((seat): [string, string] => [`on-seat-${seat}`, `seat-${seat}`]),
];

/** Shapes and focus rings: a contrast of 3 is enough. */
const shapes: [string, string][] = [
  ['cyan', 'night'],
  ['cyan', 'night-raised'],
  ['pink-deep', 'paper'],
  ['pink-deep', 'paper-shade'],
  ['ink', 'paper'],
];

describe('contrast', () => {
  it.each(text)('%s on %s is readable', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('%s on %s is visible', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(3);
  });
});
