import type { Clock, Clocks } from '../../protocol';
import { texts } from '../../i18n/index.svelte';

/** A predefined setting of the clocks. */
export interface ClockPreset {
  id: 'reserve' | 'quick' | 'easy' | 'rules' | 'daily' | 'weekend' | 'untimed';
  clocks: Clocks;
}

/** Times in seconds for each kind of question, with a reserve. */
export const RESERVE = { kind: 'reserve', long: 150, short: 60, quick: 30, bank: 300, increment: 10 } as const satisfies Clocks;
/** The default of a new room. */
export const USUAL: Clocks = RESERVE;

export const PRESETS: readonly ClockPreset[] = [
  { id: 'reserve', clocks: USUAL },
  { id: 'quick', clocks: { kind: 'reserve', long: 60, short: 30, quick: 15, bank: 120, increment: 5 } },
  { id: 'easy', clocks: { kind: 'reserve', long: 360, short: 180, quick: 60, bank: 900, increment: 15 } },
  { id: 'rules', clocks: { kind: 'rules' } },
  { id: 'daily', clocks: { kind: 'slow', long: 24, quick: 24 } },
  { id: 'weekend', clocks: { kind: 'slow', long: 96, quick: 48 } },
  { id: 'untimed', clocks: { kind: 'untimed' } },
];

/** Returns the preset that equals these clocks; `undefined` for none. */
export function presetOf(clocks: Clocks): ClockPreset | undefined {
  return PRESETS.find((preset) => JSON.stringify(sorted(preset.clocks)) === JSON.stringify(sorted(clocks)));
}

const sorted = (clocks: Clocks) => Object.entries(clocks).sort(([a], [b]) => a.localeCompare(b));

const t = texts(
  {
    rules: 'celles des règles',
    untimed: 'aucune : 14 jours au plus par question',
    long: '{time} pour un plan ou un placement',
    short: '{time} pour un tour de jeu',
    quick: '{time} par décision',
    bank: '{time} de réserve par joueur',
    more: '+{time} par réponse',
  },
  {
    rules: 'as the rules say',
    untimed: 'none: 14 days at most for a question',
    long: '{time} for a plan or a deployment',
    short: '{time} for a move',
    quick: '{time} a decision',
    bank: '{time} in reserve for each player',
    more: '+{time} an answer',
  },
);

/** A kind of question with its own time. */
export type Timed = 'long' | 'short' | 'quick';

/** Returns the system's own text for the time of a kind of question; `undefined` where it has none. */
export type TimedWords = (kind: Timed, time: string) => string | undefined;

/** Returns the text for the time of a kind of question: the system's own, or a general one. */
export const timedText = (kind: Timed, ms: number, words?: TimedWords): string => words?.(kind, duration(ms)) ?? t(kind, { time: duration(ms) });

const DAY = 86_400_000;
/** Maximum time for a question, in milliseconds. */
const LONGEST = 14 * DAY;

/** Whether a clock is shown: one with the maximum time is not, until a day has passed. */
export const hurries = ({ total, left }: Pick<Clock, 'total' | 'left'>): boolean => total < LONGEST || left < LONGEST - DAY;

/** Returns the times of clocks as a list: each kind of question, the increment and the reserve. */
export function clocksList(clocks: Clocks, words?: TimedWords): string[] {
  if (clocks.kind === 'rules' || clocks.kind === 'untimed') return [t(clocks.kind)];
  const scale = clocks.kind === 'slow' ? 3_600_000 : 1000;
  const kinds: readonly Timed[] = clocks.kind === 'slow' ? ['long', 'quick'] : ['long', 'short', 'quick'];
  const times = kinds.map((kind) => timedText(kind, (clocks.kind === 'slow' ? (kind === 'quick' ? clocks.quick : clocks.long) : clocks[kind]) * scale, words));
  if (clocks.kind !== 'reserve') return times;
  const more = clocks.increment > 0 ? [t('more', { time: duration(clocks.increment * 1000) })] : [];
  return [...times, t('bank', { time: duration(clocks.bank * 1000) }), ...more];
}

/** Returns the times of clocks in one line. */
export const clocksInWords = (clocks: Clocks, words?: TimedWords): string => clocksList(clocks, words).join(', ');

/** Returns the milliseconds left of the question's own time and then of the reserve, and the share that is left of the one in use. */
export function parts({ total, bank = 0 }: Pick<Clock, 'total' | 'bank'>, left: number): { own: number; bank: number; reserve: boolean; share: number } {
  const own = Math.max(0, left - bank);
  const reserve = own === 0 && bank > 0;
  const share = reserve ? left / bank : total > 0 ? own / total : 0;
  return { own, bank: Math.min(left, bank), reserve, share: Math.max(0, Math.min(1, share)) };
}

/** Returns the remaining time as a clock shows it. */
export function ticking(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  if (seconds < 36_000) return `${Math.round(seconds / 60)}′`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} ${units('day')}`;
}

/** Returns a duration in its two largest units, such as `1 min 30 s` or `2 h`. */
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
