import { api } from '../net/api';
import type { Words } from '../protocol';

const state = $state<{ words: Words | null; closed: string }>({ words: null, closed: '' });

/** What whoever runs the server announces, unless the player has closed it. */
export function announcement(): Words | null {
  return state.words && state.words.en !== state.closed ? state.words : null;
}

/** The server announces something, or takes it back. */
export function announced(words: Words | null): void {
  state.words = words;
}

/** The player has read it. */
export function closeAnnouncement(): void {
  state.closed = state.words?.en ?? '';
}

/** Asks the server what is announced. In a room it tells by itself. */
export async function askAnnouncement(): Promise<void> {
  try {
    announced(await api.announcement());
  } catch {
    // An announcement that cannot be read is no reason to trouble anybody.
  }
}
