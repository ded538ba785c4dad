/** The units of time, from the largest, with their lengths in milliseconds. */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns how long ago something was, in words, in the largest unit that fits. */
export function ago(millis: number, lang: string): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  for (const [unit, length] of UNITS) if (millis >= length) return words.format(-Math.floor(millis / length), unit);
  return lang === 'fr' ? 'à l’instant' : 'just now';
}

/** Returns a duration in its two largest units, rounded down; less than a minute counts as one. */
export function lasting(millis: number, lang: string): string {
  let rest = Math.max(millis, 60_000);
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const many = Math.floor(rest / length);
    rest -= many * length;
    if (many > 0) parts.push(new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' }).format(many));
    // From a day on, minutes are left out.
    if (parts.length === 2 || (unit === 'hour' && parts.length > 0 && millis >= 86_400_000)) break;
  }
  return parts.join(' ');
}
