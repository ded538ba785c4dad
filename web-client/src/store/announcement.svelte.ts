import { api } from '../net/api';
import type { Words } from '../protocol';
import { recall, remember } from './local';

/** Where what was closed is remembered: it stays closed after a reload, and on every page. */
const CLOSED = 'announcement';

const state = $state<{ words: Words | null; closed: string | null }>({ words: null, closed: recall(CLOSED) });

/** An announcement in all its languages, to tell it from another. */
const key = (words: Words): string => JSON.stringify([words.fr, words.en]);

/** What whoever runs the server announces, unless the player has closed it. */
export function announcement(): Words | null {
  return state.words && key(state.words) !== state.closed ? state.words : null;
}

/** The server announces something, or takes it back. The same words announced anew are another announcement. */
export function announced(words: Words | null): void {
  state.words = words;
  if (words === null) close(null);
}

/** The player has read it. */
export function closeAnnouncement(): void {
  if (state.words) close(key(state.words));
}

function close(closed: string | null): void {
  if (closed === state.closed) return;
  state.closed = closed;
  remember(CLOSED, closed);
}

/** Asks the server what is announced. In a room it tells by itself. */
export async function askAnnouncement(): Promise<void> {
  try {
    announced(await api.announcement());
  } catch {
    // An announcement that cannot be read is no reason to trouble anybody.
  }
}
