/** A text that begins with a capital letter. */
export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text that begins with a small letter, as in the middle of a sentence. */
export const low = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
