/** A file name made of what is in it. */
export function fileName(name: string): string {
  const bare = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${bare || 'bande'}.json`;
}

/** The band of a system as text, pretty enough to be read; it says what it is. */
export const writeBand = (ruleset: string, band: unknown): string => `${JSON.stringify({ bagarre: `${ruleset}-band`, version: 1, band }, null, 2)}\n`;

/** Reads a band, whatever it breaks of the limits: those are told while one puts them right. `null` when `from` makes none of it. */
export function readBand<B>(text: string, from: (value: unknown) => B | null): B | null {
  try {
    const value: unknown = JSON.parse(text);
    return from(typeof value === 'object' && value !== null && 'band' in value ? value.band : value);
  } catch {
    return null;
  }
}
