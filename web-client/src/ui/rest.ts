/** How long a page that has come up is left alone before anything is fetched ahead, in milliseconds. */
const REST = 3000;

/**
 * Fetches parts of the client that nobody has asked for yet, once the page has had a moment of rest: they are at hand when they are
 * asked for, also when the line is down or the server has changed by then. To be called in an effect or on mount, with what it
 * gives back.
 */
export function fetchAhead(...parts: (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    // Without a line it would only fail; then it is fetched when it is asked for.
    if (navigator.onLine) for (const part of parts) part().catch(() => undefined);
  }, REST);
  return () => clearTimeout(timer);
}

/** The longest that work which can wait is put off, in milliseconds. */
const IDLE_TIMEOUT = 1000;

/** Does what can wait once the page has nothing else to do. To be called in an effect or on mount, with what it gives back. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, IDLE_TIMEOUT);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT });
  return () => cancelIdleCallback(handle);
}

/** Goes on in a task of its own, so that what came before holds nobody up any longer. */
export const ownTask = (): Promise<void> => new Promise((next) => setTimeout(next));
