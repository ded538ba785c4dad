/** What the server says of several drafts, asked one by one and kept while the question stands. */
import type { Advice, Command } from '../../../protocol/celtiques';
import type { Session } from '../session.svelte';

/** Questions under way at the same time. */
const AT_ONCE = 4;

export class Advices {
  private found = $state.raw<ReadonlyMap<string, Advice | null>>(new Map());
  private readonly waiting: { key: string; command: Command }[] = [];
  private readonly asked = new Set<string>();
  private open = 0;
  private readonly session: Session;
  private stopped = false;

  constructor(session: Session) {
    this.session = session;
  }

  /** What is known of a draft; asks where nothing is. */
  of(key: string): Advice | null | undefined {
    return this.found.get(key);
  }

  /** Asks about drafts that nobody has asked about yet. */
  ask(drafts: readonly { readonly key: string; readonly command: Command }[]): void {
    for (const one of drafts) {
      if (this.asked.has(one.key)) continue;
      this.asked.add(one.key);
      this.waiting.push(one);
    }
    this.next();
  }

  stop(): void {
    this.stopped = true;
    this.waiting.length = 0;
  }

  private next(): void {
    while (!this.stopped && this.open < AT_ONCE) {
      const one = this.waiting.shift();
      if (!one) return;
      this.open += 1;
      void this.session.consult(one.command).then(({ advice }) => {
        this.open -= 1;
        this.found = new Map([...this.found, [one.key, advice]]);
        this.next();
      });
    }
  }
}
