import type { Refusal } from '../../protocol';
import type { Advice, Draft } from '../../protocol/generik';
import type { Said } from '../../store/room.svelte';

/** What the engine said of a draft. */
export interface Heard {
  readonly draft: Draft;
  readonly advice: Advice | null;
  readonly refusal: Refusal | null;
}

type Consult = (draft: unknown) => Promise<Said>;

/** Wait between the last change of a draft and the question, in milliseconds. */
const WAIT = 90;

/** One thing that is asked of the engine again and again as it changes; answers to what is no longer asked are dropped. */
export class Query {
  /** The last answer; of an older draft while the newest is on its way. */
  heard = $state.raw<Heard | null>(null);
  /** The answer to the newest draft has not come yet. */
  waiting = $state(false);

  private readonly consult: Consult;
  private number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(consult: Consult) {
    this.consult = consult;
  }

  /** Asks about a draft a moment later; `null` asks nothing and forgets the last answer. */
  ask(draft: Draft | null, wait = WAIT): void {
    clearTimeout(this.timer);
    this.number += 1;
    const number = this.number;
    if (!draft) {
      this.heard = null;
      this.waiting = false;
      return;
    }
    this.waiting = true;
    this.timer = setTimeout(() => {
      void this.consult(draft).then(({ advice, refusal }) => {
        if (number !== this.number) return;
        this.waiting = false;
        this.heard = { draft, advice: advice as Advice | null, refusal };
      });
    }, wait);
  }
}
