/** The games of the player, and which of them wait for an answer. One list for the header, the title, the icons and every page. */
import { api } from '../net/api';
import type { MyGame } from '../protocol';
import { badge } from './badge';
import { recall, remember } from './local';
import { me } from './me.svelte';
import { Newest } from './newest';

/** Intervals between requests for the list while a page is visible, in milliseconds; longer at a table, which has its own game. */
const EVERY = 15_000;
const EVERY_AT_TABLE = 60_000;

/** Storage key of the number of games in the last list. */
const KEY = 'games';

let games = $state.raw<readonly MyGame[]>([]);
/** When the list was received, in milliseconds since 1970; 0 before. */
let came = $state(0);
let followers = 0;
let timer: ReturnType<typeof setInterval> | undefined;
/** The number of requests under way, and when the last one began, in milliseconds since 1970. */
let pending = 0;
let began = 0;
const newest = new Newest();

/** Returns whether a game waits for the player. */
export const isMine = (game: MyGame): boolean => game.room.phase === 'playing' && game.seat !== null && game.waited.includes(game.seat);

/** Returns the games of the player that are to come, run or have just ended, those first that wait for the player. */
export const myGames = (): readonly MyGame[] => (me() ? games : []);

/** Returns when the list was received, in milliseconds since 1970; 0 before. */
export const gamesCame = (): number => came;

/** Returns the number of games in the last list that this browser received. */
export const gamesBefore = (): number => Number(recall(KEY) ?? 0);

/** Returns the games that wait for the player, by the time that is left. */
export const myTurns = (): readonly MyGame[] => myGames().filter(isMine);

/** Fetches the list. An answer that arrives after that to a later request is dropped. */
export async function refreshGames(): Promise<void> {
  const number = newest.begin();
  pending += 1;
  began = Date.now();
  try {
    const list = me() ? await api.myGames() : [];
    if (!newest.take(number)) return;
    games = list;
    came = Date.now();
    remember(KEY, list.length > 0 ? String(list.length) : null);
    if (followers > 0) badge(myTurns().length);
  } catch {
    // The list stays as it is, because the next request may succeed.
  } finally {
    pending -= 1;
  }
}

const inSight = (): boolean => document.visibilityState === 'visible';

/** Fetches the list if the page is visible and no request is under way, so that followers that begin together share one. */
const look = (): void => {
  if (inSight() && pending === 0) void refreshGames();
};

/** Fetches the list when the page becomes visible, also while a request is under way: its answer may be old, or never arrive. */
const lookAgain = (): void => {
  if (inSight()) void refreshGames();
};

/** Fetches the list, unless a request began less than `EVERY` ago. */
export function glanceAtGames(): void {
  if (Date.now() - began >= EVERY) look();
}

/**
 * Keeps the list up to date at a table until the returned function is called. The icons are left to the game there. The caller makes the
 * first request, because the table itself is fetched first.
 */
export function followGamesAtTable(): () => void {
  const every = setInterval(look, EVERY_AT_TABLE);
  return () => clearInterval(every);
}

/** Keeps the list and the icons up to date until the returned function is called. With `late` a recent list is not fetched at first. */
export function followGames(late = false): () => void {
  followers += 1;
  if (followers === 1) {
    timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', lookAgain);
  }
  if (late) glanceAtGames();
  else look();
  return () => {
    followers -= 1;
    if (followers > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookAgain);
    badge(0);
  };
}
