/** What a band comes to, asked of the rules while somebody builds it. It is advice: what is brought is judged again. */
import { api, ApiError } from '../../net/api';
import type { Appraisal, Tally, Unfinished } from '../../protocol';

/** Wait between the last change and the question, in milliseconds. */
const WAIT = 150;
/** Wait before a question that got no answer is asked again, in milliseconds. */
const AGAIN = 3000;

/** Asks as one writes. The answer to the newest question counts; until it is there the one before it is shown. */
export class Appraiser {
  /** The newest answer; `null` before the first, and when the rules could not read what was sent. */
  answer = $state.raw<Appraisal | null>(null);
  /** The answer is about what was asked last. */
  fresh = $state(false);
  /** The server does not answer. It is asked again until it does. */
  down = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the newest question: answers to older ones are dropped. */
  private newest = 0;

  /** Asks what this comes to, once nothing has been changed for a moment. */
  ask(ruleset: string, unfinished: Unfinished): void {
    this.later(WAIT, ruleset, unfinished);
  }

  /** Nothing can be asked of what is written now. */
  forget(): void {
    this.stop();
    this.answer = null;
    this.down = false;
  }

  /** Asks no more, and waits for no answer. */
  stop(): void {
    clearTimeout(this.timer);
    this.newest += 1;
    this.fresh = false;
  }

  private later(wait: number, ruleset: string, unfinished: Unfinished): void {
    this.stop();
    const mine = this.newest;
    this.timer = setTimeout(() => void this.send(mine, ruleset, unfinished), wait);
  }

  private async send(mine: number, ruleset: string, unfinished: Unfinished): Promise<void> {
    let answer: Appraisal | null = null;
    let down = false;
    try {
      answer = await api.appraise(ruleset, unfinished);
    } catch (error) {
      down = !(error instanceof ApiError && error.refusal !== null && error.status < 500 && error.status !== 429);
    }
    if (mine !== this.newest) return;
    this.down = down;
    if (down) {
      this.later(AGAIN, ruleset, unfinished);
      return;
    }
    this.answer = answer;
    this.fresh = true;
  }
}

/** A number of a band or of a member, by its key; 0 where it is not told. */
export const tallyOf = (of: { readonly tallies: readonly Tally[] } | null | undefined, key: string): number =>
  of?.tallies.find((one) => one.key === key)?.n ?? 0;
