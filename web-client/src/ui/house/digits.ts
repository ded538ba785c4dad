/** Whether a key is meant for something else: somebody writes, it is a shortcut, or it was pressed on one of `except`. */
export const isElsewhere = (event: KeyboardEvent, except: string): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest(`input, textarea, select, ${except}`) !== null;

/** The keys 1 to 9 choose; 0 for any other key, and for one that is meant for something else. */
export const digitOf = (event: KeyboardEvent, except: string): number => (/^[1-9]$/.test(event.key) && !isElsewhere(event, except) ? Number(event.key) : 0);
