/** Returns the file name for a band: its name in lower case without accents, with dashes, or `bande`. */
export function fileName(name: string): string {
  const bare = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${bare || 'bande'}.json`;
}

/** Returns a band as indented JSON, with its system and the version of the format. */
export const writeBand = (ruleset: string, band: unknown): string => `${JSON.stringify({ bagarre: `${ruleset}-band`, version: 1, band }, null, 2)}\n`;

/** Reads a band from text without a check of limits, whose faults the editor shows; `null` where it is not JSON or `from` rejects it. */
export function readBand<B>(text: string, from: (value: unknown) => B | null): B | null {
  try {
    const value: unknown = JSON.parse(text);
    return from(typeof value === 'object' && value !== null && 'band' in value ? value.band : value);
  } catch {
    return null;
  }
}
