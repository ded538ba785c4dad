import type { Clock, Clocks } from '../../protocol';
import { texts } from '../../i18n/index.svelte';

/** A way to set the clocks that has proved sensible. */
export interface ClockPreset {
  id: 'rules' | 'quick' | 'easy' | 'daily' | 'weekend' | 'untimed';
  clocks: Clocks;
}

export const PRESETS: readonly ClockPreset[] = [
  { id: 'rules', clocks: { kind: 'rules' } },
  { id: 'quick', clocks: { kind: 'live', long: 75, short: 30, quick: 12 } },
  { id: 'easy', clocks: { kind: 'live', long: 360, short: 150, quick: 60 } },
  { id: 'daily', clocks: { kind: 'slow', long: 24, quick: 24 } },
  { id: 'weekend', clocks: { kind: 'slow', long: 96, quick: 48 } },
  { id: 'untimed', clocks: { kind: 'untimed' } },
];

/** The preset with these very clocks. */
export function presetOf(clocks: Clocks): ClockPreset | undefined {
  return PRESETS.find((preset) => JSON.stringify(sorted(preset.clocks)) === JSON.stringify(sorted(clocks)));
}

const sorted = (clocks: Clocks) => Object.entries(clocks).sort(([a], [b]) => a.localeCompare(b));

const t = texts(
  {
    rules: 'celles des règles',
    untimed: 'aucune : 14 jours au plus par question',
    live: '{long} pour jouer, {quick} par décision',
    slow: '{long} pour jouer, {quick} par décision',
  },
  {
    rules: 'as the rules say',
    untimed: 'none: 14 days at most for a question',
    live: '{long} to play, {quick} a decision',
    slow: '{long} to play, {quick} a decision',
  },
);

const DAY = 86_400_000;
/** The longest time there is for a question. */
const LONGEST = 14 * DAY;

/** Whether a clock is worth a look: where nobody is hurried it is not, before a day has passed. */
export const hurries = ({ total, left }: Pick<Clock, 'total' | 'left'>): boolean => total < LONGEST || left < LONGEST - DAY;

/** Clocks in a few words. */
export function clocksInWords(clocks: Clocks): string {
  if (clocks.kind === 'rules' || clocks.kind === 'untimed') return t(clocks.kind);
  const scale = clocks.kind === 'live' ? 1000 : 3_600_000;
  return t(clocks.kind, { long: duration(clocks.long * scale), quick: duration(clocks.quick * scale) });
}

/** A length of time in its two largest units, such as `1 min 30 s` or `2 h`. */
export function duration(ms: number): string {
  const total = Math.max(0, Math.round(ms / 1000));
  const day = units('day');
  const parts = [
    [Math.floor(total / 86400), day],
    [Math.floor(total / 3600) % 24, 'h'],
    [Math.floor(total / 60) % 60, 'min'],
    [total % 60, 's'],
  ] as const;
  const shown = parts.filter(([n]) => n > 0).slice(0, 2);
  return shown.length === 0 ? '0 s' : shown.map(([n, unit]) => `${n} ${unit}`).join(' ');
}

const units = texts({ day: 'j' }, { day: 'd' });
