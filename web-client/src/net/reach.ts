import { lang } from '../i18n/index.svelte';
import { ME } from './early';

/** What keeps a page from its server, as far as a browser can find out: it is told nothing of a handshake that failed. */
export type Barrier =
  /** The device has no network. */
  | { is: 'offline' }
  /** Nothing answers at this address. */
  | { is: 'silent' }
  /** Something answers that is not the game: a proxy whose server is away. */
  | { is: 'away'; status: number }
  /** The server refuses requests of this page, in its own words: another address is expected, or there were too many. */
  | { is: 'refused'; words: string }
  /** The server does not know this browser: its cookie was not kept. */
  | { is: 'stranger' }
  /** Requests are answered, sockets are not: a proxy or a filter on the way does not let them through. */
  | { is: 'socket' };

/** An address that the server reads, asked in a way that it does not take: nothing changes, and the origin of the page is looked at first. */
const HARMLESS = { method: 'PUT', path: '/api/announcement' } as const;

/** Asks over plain HTTP what may keep sockets from the server. */
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

/** What was answered, or the barrier that the answer shows. `expected` is a refusal that is none here. */
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
