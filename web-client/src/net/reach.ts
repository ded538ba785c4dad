import { lang } from '../i18n/index.svelte';
import { ME } from './early';

/** What keeps a page from its server, as far as the page can find out: browsers report nothing about a failed handshake. */
export type Barrier =
  /** The device has no network. */
  | { is: 'offline' }
  /** Nothing answers at this address. */
  | { is: 'silent' }
  /** Something other than the game answers, such as a proxy whose server is down. */
  | { is: 'away'; status: number }
  /** The server refuses requests of this page, with its reason: it expects another address, or there were too many. */
  | { is: 'refused'; words: string }
  /** The server does not know this browser: its cookie was not kept. */
  | { is: 'stranger' }
  /** Requests are answered, sockets are not: a proxy or a filter in between does not let them through. */
  | { is: 'socket' };

/** A request with a method that its path does not allow: it changes nothing, and the server checks the origin of the page first. */
const HARMLESS = { method: 'PUT', path: '/api/announcement' } as const;

/** Finds out over plain HTTP what may keep sockets from the server. */
export async function findBarrier(ask: typeof fetch = fetch, online: boolean = navigator.onLine): Promise<Barrier> {
  if (!online) return { is: 'offline' };
  const headers = { 'accept-language': lang() };
  try {
    const me = await ask(ME, { headers, credentials: 'same-origin', cache: 'no-store' });
    const known = await answered(me);
    if ('is' in known) return known;
    if (known.said === null) return { is: 'stranger' };
    const changed = await answered(await ask(HARMLESS.path, { method: HARMLESS.method, headers, credentials: 'same-origin' }), 405);
    return 'is' in changed ? changed : { is: 'socket' };
  } catch {
    return { is: 'silent' };
  }
}

/** Returns the body of an answer, or the barrier that the answer shows. The status `expected` is not a barrier. */
async function answered(response: Response, expected = 200): Promise<Barrier | { said: unknown }> {
  let said: unknown;
  try {
    said = JSON.parse(await response.text());
  } catch {
    return { is: 'away', status: response.status };
  }
  if (response.ok || response.status === expected) return { said };
  const words = typeof said === 'object' && said !== null && 'words' in said ? String(said.words) : '';
  return words === '' ? { is: 'away', status: response.status } : { is: 'refused', words };
}
