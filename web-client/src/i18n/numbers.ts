/** Numbers in words of any language. */

/** A number below nought has a minus sign, not a hyphen. */
export const written = (value: string | number): string => (typeof value === 'number' && value < 0 ? `−${-value}` : String(value));

/** A number with its sign. */
export const signed = (n: number): string => (n < 0 ? written(n) : `+${n}`);
