import type { Entry, Scoreboard, Table } from '../protocol';

/** The game of a table without its view, which lives in the timeline. */
export type GameHead = Omit<Table, 'view' | 'scores' | 'asking' | 'draft' | 'outcome' | 'entry' | 'lost'>;

/** What is kept of a game through a reload of the page. */
export interface KeptGame {
  seat: number | null;
  base: unknown;
  /** The score in that view. */
  scores?: Scoreboard | null;
  entry: number;
  head: GameHead;
  entries: Entry[];
}

const keyOf = (room: string): string => `bagarre.game.${room}`;

/** Keeps the game of a room; nothing of it where there is no room for all. */
export function keepGame(room: string, kept: KeptGame): void {
  try {
    sessionStorage.setItem(keyOf(room), JSON.stringify(kept));
  } catch {
    forgetGame(room);
  }
}

/** Keeps nothing of a room any more. */
export function forgetGame(room: string): void {
  try {
    sessionStorage.removeItem(keyOf(room));
  } catch {
    // Nothing was kept.
  }
}

/** What was kept of a room. */
export function recallGame(room: string): KeptGame | null {
  try {
    const text = sessionStorage.getItem(keyOf(room));
    return text ? (JSON.parse(text) as KeptGame) : null;
  } catch {
    return null;
  }
}
