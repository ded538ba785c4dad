import { initialLang } from '../i18n/initial';

/**
 * What is asked of the server while most of the client is still on its way. Whoever needs it first takes it; what nobody takes in
 * time is asked again, as if it had never been.
 */
interface Early {
  answers: Map<string, Promise<Response>>;
  wire: WebSocket | null;
}
const early: Early = { answers: new Map(), wire: null };
/** Where it is asked who we are. */
export const ME = '/api/me';
/** Where it is asked how a system presents itself. */
export const shownAt = (system: string): string => `/api/rulesets/${encodeURIComponent(system)}/presentation`;
/** How long it may wait to be taken, in milliseconds: an old answer is worse than none. */
const PATIENCE = 10_000;

/** A connection to the server; nothing is said on it yet. */
export function dial(): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const wire = new WebSocket(`${scheme}://${location.host}/ws`);
  wire.binaryType = 'arraybuffer';
  return wire;
}

/** Asks who we are and how the system of the page presents itself, and dials where the page says that we are expected: see `pages` in `vite.config.ts`. */
export function begin(system?: string): void {
  for (const path of system ? [ME, shownAt(system)] : [ME]) {
    const answer = fetch(path, { credentials: 'same-origin', headers: { 'accept-language': initialLang() } });
    // Whoever takes it hears of it.
    answer.catch(() => undefined);
    early.answers.set(path, answer);
  }
  if (document.querySelector('meta[name="bagarre-expected"]')) early.wire = dial();
  setTimeout(() => {
    early.answers.clear();
    takeWire()?.close();
  }, PATIENCE);
}

/** The answer to what was asked early, once. */
export function takeAnswer(path: string): Promise<Response> | null {
  const answer = early.answers.get(path) ?? null;
  early.answers.delete(path);
  return answer;
}

/** The connection that was dialled early, once, if it still stands or is about to. */
export function takeWire(): WebSocket | null {
  const { wire } = early;
  early.wire = null;
  return wire && wire.readyState <= wire.OPEN ? wire : null;
}
