/** Whether a key press is not for a panel: it is text input, has a modifier key, or is inside an element that matches `except`. */
export const isElsewhere = (event: KeyboardEvent, except: string): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest(`input, textarea, select, ${except}`) !== null;

/** Returns the digit of the keys 1 to 9; 0 for any other key and for one that `isElsewhere` rejects. */
export const digitOf = (event: KeyboardEvent, except: string): number => (/^[1-9]$/.test(event.key) && !isElsewhere(event, except) ? Number(event.key) : 0);
