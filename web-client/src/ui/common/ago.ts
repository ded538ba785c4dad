/** Spans of time in words, in the unit that says enough. */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago something was. */
export function ago(millis: number, lang: string): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  for (const [unit, length] of UNITS) if (millis >= length) return words.format(-Math.floor(millis / length), unit);
  return lang === 'fr' ? 'à l’instant' : 'just now';
}

/** How long something lasts, in its two greatest units, rounded down; less than a minute is one. */
export function lasting(millis: number, lang: string): string {
  let rest = Math.max(millis, 60_000);
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const many = Math.floor(rest / length);
    rest -= many * length;
    if (many > 0) parts.push(new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' }).format(many));
    // Minutes do not matter beside days.
    if (parts.length === 2 || (unit === 'hour' && parts.length > 0 && millis >= 86_400_000)) break;
  }
  return parts.join(' ');
}
