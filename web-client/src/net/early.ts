import { initialLang } from '../i18n/initial';

/**
 * What is asked of the server while most of the client is still on its way. Whoever needs it first takes it; what nobody takes in
 * time is asked again, as if it had never been.
 */
interface Early {
  me: Promise<Response> | null;
  wire: WebSocket | null;
}
const early: Early = { me: null, wire: null };
/** How long it may wait to be taken, in milliseconds: an old answer is worse than none. */
const PATIENCE = 10_000;

/** A line to the server; nothing is said on it yet. */
export function dial(): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const wire = new WebSocket(`${scheme}://${location.host}/ws`);
  wire.binaryType = 'arraybuffer';
  return wire;
}

/** Asks who we are, and dials where the page says that we are expected: see `pages` in `vite.config.ts`. */
export function begin(): void {
  early.me = fetch('/api/me', { credentials: 'same-origin', headers: { 'accept-language': initialLang() } });
  // Whoever takes it hears of it.
  early.me.catch(() => undefined);
  if (document.querySelector('meta[name="bagarre-expected"]')) early.wire = dial();
  setTimeout(() => {
    early.me = null;
    takeWire()?.close();
  }, PATIENCE);
}

/** The answer to who we are, once. */
export function takeMe(): Promise<Response> | null {
  const { me } = early;
  early.me = null;
  return me;
}

/** The line that was dialled early, once, if it still stands or is about to. */
export function takeWire(): WebSocket | null {
  const { wire } = early;
  early.wire = null;
  return wire && wire.readyState <= wire.OPEN ? wire : null;
}
