import { RESTING, type First } from './order';

/** What keys typed so far mean: a code, perhaps waiting for its number. */
export type Typed =
  | { readonly kind: 'nothing' }
  /** Several codes begin so. */
  | { readonly kind: 'more'; readonly buffer: string }
  | { readonly kind: 'code'; readonly code: string; readonly buffer: string };

/**
 * Reads orders as they are typed, letter by letter, among the codes on offer: `M` is at once a code, `P` too though
 * `PRE` may still come, `L` means `LEV` when nothing else begins so.
 */
export function type(buffer: string, key: string, codes: readonly string[]): Typed {
  const letter = key.toUpperCase();
  for (const text of buffer === '' ? [letter] : [buffer + letter, letter]) {
    const starts = codes.filter((code) => code.startsWith(text));
    const exact = starts.find((code) => code === text);
    if (exact !== undefined) return { kind: 'code', code: exact, buffer: starts.length > 1 ? text : '' };
    const [only] = starts;
    if (starts.length === 1 && only !== undefined) return { kind: 'code', code: only, buffer: '' };
    if (starts.length > 1) return { kind: 'more', buffer: text };
  }
  return { kind: 'nothing' };
}

/** A first-round order without parameter yet. */
export const bare = (code: string): First => ({ ...RESTING, code });
