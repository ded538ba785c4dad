/** What can be read beside the board. */
export type Tab = 'orders' | 'log' | 'players' | 'chat';

/** A notice that passes at once, such as our own confirmation, is nothing to watch, in milliseconds. */
const PASSING = 300;
/** How long what somebody has just chosen is left to him, whatever the game calls for, in milliseconds. */
const JUST = 1500;

/** Which panel is shown: the one the game calls for, unless somebody has chosen another. */
export class Panels {
  tab = $state<Tab>('log');
  /** On a phone the panel may be folded. */
  tall = $state(true);
  /** Playback changes no tab by itself: on a phone the board would change its size with it. */
  steady = false;
  private call: string | null = null;
  /** Orders that were opened with nothing to answer stay open, whatever happens meanwhile. */
  private kept = false;
  private chosen = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Somebody chooses a panel. */
  choose(tab: Tab): void {
    clearTimeout(this.timer);
    this.tab = tab;
    this.tall = true;
    this.kept = this.call === null;
    this.chosen = Date.now();
  }

  /** Somebody folds the panel, or opens it again. */
  fold(): void {
    const folded = this.tall;
    this.choose(this.tab);
    this.tall = !folded;
  }

  /** Where the game stands: `call` names what is asked of us, once as long as it is the same; `watching` tells that things happen. */
  follow(call: string | null, watching: boolean): void {
    const before = this.call;
    if (call !== null && call === before) return;
    this.call = call;
    clearTimeout(this.timer);
    if (call !== null || before !== null) this.kept = false;
    if (call !== null) this.bring('orders', 0);
    else if (watching && !this.steady && this.tab === 'orders' && !this.kept) this.bring('log', PASSING);
  }

  /** Nothing is brought any more. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private bring(tab: Tab, wait: number): void {
    const left = Math.max(wait, this.chosen + JUST - Date.now());
    if (left <= 0) this.tab = tab;
    else this.timer = setTimeout(() => (this.tab = tab), left);
  }
}
