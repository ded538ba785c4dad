/** What was, what is and what was undone. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

const DEPTH = 100;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [] });

/** A change that can be undone; nothing happens when nothing changed. */
export function push<T>(history: History<T>, now: T): History<T> {
  if (now === history.now) return history;
  return { past: [...history.past.slice(-DEPTH + 1), history.now], now, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  const [now, ...future] = history.future;
  if (now === undefined) return history;
  return { past: [...history.past, history.now], now, future };
}
