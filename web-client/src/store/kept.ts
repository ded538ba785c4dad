import type { Entry, Scoreboard, Table } from '../protocol';

/** The part of a table that describes the game. The view is in the timeline. */
export type GameHead = Omit<Table, 'view' | 'scores' | 'asking' | 'draft' | 'outcome' | 'entry' | 'lost'>;

/** The part of a game that is stored across a reload of the page. */
export interface KeptGame {
  seat: number | null;
  base: unknown;
  /** The score in the view `base`. */
  scores?: Scoreboard | null;
  entry: number;
  head: GameHead;
  entries: Entry[];
}

const keyOf = (room: string): string => `bagarre.game.${room}`;

/** Stores the game of a room; removes it where the storage has no space for all of it. */
export function keepGame(room: string, kept: KeptGame): void {
  try {
    sessionStorage.setItem(keyOf(room), JSON.stringify(kept));
  } catch {
    forgetGame(room);
  }
}

/** Removes the stored game of a room. */
export function forgetGame(room: string): void {
  try {
    sessionStorage.removeItem(keyOf(room));
  } catch {
    // Without access to the storage nothing was stored.
  }
}

/** Returns the stored game of a room; `null` where there is none or it is damaged. */
export function recallGame(room: string): KeptGame | null {
  try {
    const text = sessionStorage.getItem(keyOf(room));
    return text ? (JSON.parse(text) as KeptGame) : null;
  } catch {
    return null;
  }
}
