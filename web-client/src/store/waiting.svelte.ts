/** Other games in which it is our turn. */
import { api } from '../net/api';
import type { MyGame } from '../protocol';

/** How often the server is asked, in milliseconds, and how soon again after an answer of ours. */
const EVERY = 60_000;
const SOON = 15_000;
/** The first look waits until the page has come to rest, in milliseconds: the table itself is fetched first. */
const FIRST_LOOK_DELAY = 3000;

/** Whether a game waits for its person. */
export const waitsForUs = ({ room, seat, waited }: Pick<MyGame, 'room' | 'seat' | 'waited'>): boolean =>
  room.phase === 'playing' && seat !== null && waited.includes(seat);

/** Other games in which it is our turn, as of the last look. To be made where a component is set up. */
export class OtherGames {
  /** Those whose time is over first come first. */
  games = $state.raw<readonly MyGame[]>([]);
  private readonly here: string;
  private asked = 0;

  constructor(here: string) {
    this.here = here;
    $effect(() => {
      const first = setTimeout(() => void this.look(), FIRST_LOOK_DELAY);
      const timer = setInterval(() => void this.look(), EVERY);
      return () => {
        clearTimeout(first);
        clearInterval(timer);
      };
    });
  }

  /** Looks again, unless it has just done so or nobody looks at the page. */
  async look(): Promise<void> {
    if (document.hidden || Date.now() - this.asked < SOON) return;
    this.asked = Date.now();
    try {
      const games = await api.myGames();
      this.games = games.filter((game) => waitsForUs(game) && game.room.id !== this.here);
    } catch {
      // What was shown stays; the next look may succeed.
    }
  }
}
