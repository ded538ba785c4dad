import { initialLang } from '../i18n/initial';

/**
 * Requests that are sent while most of the client is still loading. The first caller takes an answer; one that is not taken in time is
 * dropped and requested again.
 */
interface Early {
  answers: Map<string, Promise<Response>>;
  wire: WebSocket | null;
}
const early: Early = { answers: new Map(), wire: null };
/** Path of the request for the player. */
export const ME = '/api/me';
/** Returns the path of the presentation of a system. */
export const shownAt = (system: string): string => `/api/rulesets/${encodeURIComponent(system)}/presentation`;
/** Time for which early answers may be taken, in milliseconds; later they may be out of date. */
const PATIENCE = 10_000;

/** Opens a socket to the server; nothing is sent on it yet. */
export function dial(): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const wire = new WebSocket(`${scheme}://${location.host}/ws`);
  wire.binaryType = 'arraybuffer';
  return wire;
}

/**
 * Requests the player and the presentation of the system of the page, and opens a socket where the page says that the room expects the
 * player: see `vite/pages.ts`.
 */
export function begin(system?: string): void {
  for (const path of system ? [ME, shownAt(system)] : [ME]) {
    const answer = fetch(path, { credentials: 'same-origin', headers: { 'accept-language': initialLang() } });
    // The caller that takes the answer handles the error; without this handler it would be unhandled until then.
    answer.catch(() => undefined);
    early.answers.set(path, answer);
  }
  if (document.querySelector('meta[name="bagarre-expected"]')) early.wire = dial();
  setTimeout(() => {
    early.answers.clear();
    takeWire()?.close();
  }, PATIENCE);
}

/** Returns the answer to an early request, once. */
export function takeAnswer(path: string): Promise<Response> | null {
  const answer = early.answers.get(path) ?? null;
  early.answers.delete(path);
  return answer;
}

/** Returns the socket that was opened early, once, if it is open or connecting. */
export function takeWire(): WebSocket | null {
  const { wire } = early;
  early.wire = null;
  return wire && wire.readyState <= wire.OPEN ? wire : null;
}
