/** Games of one's own: which of them wait for an answer. One list for the header, the title, the icons and every page. */
import { api } from '../net/api';
import type { MyGame } from '../protocol';
import { badge } from './badge';
import { recall, remember } from './local';
import { me } from './me.svelte';
import { Newest } from './newest';

/** How often the list is asked for anew while a page is in sight, in milliseconds; a table with its own game less often. */
const EVERY = 15_000;
const EVERY_AT_TABLE = 60_000;

/** What is remembered of the list: how many games it had. */
const KEY = 'games';

let games = $state.raw<readonly MyGame[]>([]);
/** When the list came from the server; 0 before it has. */
let came = $state(0);
let followers = 0;
let timer: ReturnType<typeof setInterval> | undefined;
/** Requests that are under way, and when the last one began, in milliseconds since 1970. */
let pending = 0;
let began = 0;
const newest = new Newest();

/** Whether it is one's own turn in a game. */
export const isMine = (game: MyGame): boolean => game.room.phase === 'playing' && game.seat !== null && game.waited.includes(game.seat);

/** Games that are to come, run or have just ended, those first in which it is one's own turn. */
export const myGames = (): readonly MyGame[] => (me() ? games : []);

/** When the list came from the server, in milliseconds since 1970; 0 before it has. */
export const gamesCame = (): number => came;

/** How many games the list had when this browser last saw it. */
export const gamesBefore = (): number => Number(recall(KEY) ?? 0);

/** Games in which it is one's own turn, by whose time is over first. */
export const myTurns = (): readonly MyGame[] => myGames().filter(isMine);

/** Asks for the list anew. An answer that comes after that to a later request is dropped. */
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
    // What was shown stays; the next look may succeed.
  } finally {
    pending -= 1;
  }
}

const inSight = (): boolean => document.visibilityState === 'visible';

/** Asks for the list while the page is in sight. Several that begin to follow at once share one request. */
const look = (): void => {
  if (inSight() && pending === 0) void refreshGames();
};

/** Asks for the list when the page comes into sight, also while a request from before is under way: its answer may be old, or never come. */
const lookAgain = (): void => {
  if (inSight()) void refreshGames();
};

/** Asks for the list anew, unless that was done a moment ago. */
export function glanceAtGames(): void {
  if (Date.now() - began >= EVERY) look();
}

/**
 * Keeps the list up to date at a table until the function it returns is called. The icons are left to the game there. The first look is
 * the caller's: the table itself is fetched first.
 */
export function followGamesAtTable(): () => void {
  const every = setInterval(look, EVERY_AT_TABLE);
  return () => clearInterval(every);
}

/** Keeps the list and the icons up to date until the function it returns is called. `late`: a list that came a moment ago will do at first. */
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
