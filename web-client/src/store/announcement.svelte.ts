import { api } from '../net/api';
import type { Words } from '../protocol';
import { recall, remember } from './local';

/** Storage key of the announcement that the player closed: it stays closed after a reload, and on every page. */
const CLOSED = 'announcement';

const state = $state<{ words: Words | null; closed: string | null }>({ words: null, closed: recall(CLOSED) });

/** Returns an identifier of an announcement: its text in all languages. */
const key = (words: Words): string => JSON.stringify([words.fr, words.en]);

/** Returns the announcement of the operator; `null` where there is none or the player has closed it. */
export function announcement(): Words | null {
  return state.words && key(state.words) !== state.closed ? state.words : null;
}

/** Sets the announcement; `null` removes it. After a removal the same words are a new announcement. */
export function announced(words: Words | null): void {
  state.words = words;
  if (words === null) close(null);
}

/** Closes the announcement that is shown. */
export function closeAnnouncement(): void {
  if (state.words) close(key(state.words));
}

function close(closed: string | null): void {
  if (closed === state.closed) return;
  state.closed = closed;
  remember(CLOSED, closed);
}

/** Fetches the announcement. In a room the server sends it without a request. */
export async function askAnnouncement(): Promise<void> {
  try {
    announced(await api.announcement());
  } catch {
    // The failure is not shown, because the page works without the announcement.
  }
}
