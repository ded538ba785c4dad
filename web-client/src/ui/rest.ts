/** Delay between the start of a page and its first prefetch, in milliseconds. */
const REST = 3000;

/**
 * Prefetches parts of the client after a delay, so that they are loaded when they are needed, even if the connection is down or the
 * server has been updated by then. Called in an effect or on mount, which returns the function that this one returns: it cancels the
 * prefetch.
 */
export function fetchAhead(...parts: (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    // Offline the fetch would only fail: the part is then fetched when it is needed.
    if (navigator.onLine) for (const part of parts) part().catch(() => undefined);
  }, REST);
  return () => clearTimeout(timer);
}

/** Upper bound of the delay of deferred work, in milliseconds. */
const IDLE_TIMEOUT = 1000;

/**
 * Runs deferred work once the browser is idle, at the latest after `IDLE_TIMEOUT`. Called in an effect or on mount, which returns the
 * function that this one returns: it cancels the work.
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, IDLE_TIMEOUT);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT });
  return () => cancelIdleCallback(handle);
}

/** Resolves in a task of its own, so that the browser can handle input and render before the caller continues. */
export const ownTask = (): Promise<void> => new Promise((next) => setTimeout(next));
