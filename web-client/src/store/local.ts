/** What the browser remembers. Private windows and full disks refuse to write: the game goes on without. */

/** Reads one remembered value, or `null`. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`bagarre.${key}`);
  } catch {
    return null;
  }
}

/** Remembers one value; `null` forgets it. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`bagarre.${key}`);
    else localStorage.setItem(`bagarre.${key}`, value);
  } catch {
    // Nothing to do: what is not remembered is asked again.
  }
}

/** Reads one remembered JSON value, or `null` when there is none or it is damaged. */
export function recallJson<T>(key: string): T | null {
  const text = recall(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Keys remembered under a prefix, without the prefix. */
export function recalledKeys(prefix: string): string[] {
  const full = `bagarre.${prefix}`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(full))
      .map((key) => key.slice(full.length));
  } catch {
    return [];
  }
}
