/** The panels beside the board. */
export type Tab = 'orders' | 'log' | 'players' | 'chat';

/** Delay before playback changes the tab, in milliseconds: shorter playback, such as that of our own confirmation, does not. */
const PASSING = 300;
/** Time for which a tab that the player has chosen is not changed by the game, in milliseconds. */
const JUST = 1500;

/** The tab that is shown: the one for the state of the game, unless the player has chosen another. */
export class Panels {
  tab = $state<Tab>('log');
  /** Whether the panel is unfolded; used on a phone only. */
  tall = $state(true);
  /** Whether playback does not change the tab: on a phone that would change the size of the board. */
  steady = false;
  private call: string | null = null;
  /** Whether the tab was chosen without an open question: orders then stay open during playback. */
  private kept = false;
  private chosen = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows the tab that the player has chosen. */
  choose(tab: Tab): void {
    clearTimeout(this.timer);
    this.tab = tab;
    this.tall = true;
    this.kept = this.call === null;
    this.chosen = Date.now();
  }

  /** Folds or unfolds the panel. */
  fold(): void {
    const folded = this.tall;
    this.choose(this.tab);
    this.tall = !folded;
  }

  /** Follows the game: `call` identifies the question to our seat and counts once while it is the same; `watching` is for playback. */
  follow(call: string | null, watching: boolean): void {
    const before = this.call;
    if (call !== null && call === before) return;
    this.call = call;
    clearTimeout(this.timer);
    if (call !== null || before !== null) this.kept = false;
    if (call !== null) this.bring('orders', 0);
    else if (watching && !this.steady && this.tab === 'orders' && !this.kept) this.bring('log', PASSING);
  }

  /** Cancels a pending change of the tab. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private bring(tab: Tab, wait: number): void {
    const left = Math.max(wait, this.chosen + JUST - Date.now());
    if (left <= 0) this.tab = tab;
    else this.timer = setTimeout(() => (this.tab = tab), left);
  }
}
