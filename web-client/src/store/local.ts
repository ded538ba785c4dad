/** Values in local storage. Private windows and full disks refuse writes; the client works without them. */

/** Returns a stored value; `null` where there is none. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`bagarre.${key}`);
  } catch {
    return null;
  }
}

/** Stores a value; `null` removes it. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`bagarre.${key}`);
    else localStorage.setItem(`bagarre.${key}`, value);
  } catch {
    // A failed write is ignored: the value is asked for again.
  }
}

/** Returns a stored JSON value; `null` where there is none or it is damaged. */
export function recallJson<T>(key: string): T | null {
  const text = recall(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Returns the stored keys with a prefix, without the prefix. */
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
