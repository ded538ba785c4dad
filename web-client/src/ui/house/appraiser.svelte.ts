/** The appraisal of an unfinished band by the rules of the server. It is advice: a band that is brought is judged again. */
import { api, ApiError } from '../../net/api';
import type { Appraisal, Tally, Unfinished } from '../../protocol';

/** Debounce delay between the last change and the request, in milliseconds. */
const WAIT = 150;
/** Delay before a failed request is retried, in milliseconds. */
const AGAIN = 3000;

/** Appraises a band after each change. The answer to the newest request counts; until it arrives the one before it stays. */
export class Appraiser {
  /** The newest answer; `null` before the first, and when the rules could not read the band. */
  answer = $state.raw<Appraisal | null>(null);
  /** Whether the answer is about the last change. */
  fresh = $state(false);
  /** Whether the last request failed: no answer, status 429, or a status from 500. It is retried until one succeeds. */
  down = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the newest request: answers to older ones are dropped. */
  private newest = 0;

  /** Requests an appraisal once nothing has been changed for `WAIT`. */
  ask(ruleset: string, unfinished: Unfinished): void {
    this.later(WAIT, ruleset, unfinished);
  }

  /** Clears the answer, for a band that cannot be appraised. */
  forget(): void {
    this.stop();
    this.answer = null;
    this.down = false;
  }

  /** Cancels the pending request and drops the answer to a running one. */
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

/** Returns a number of a band or of a member, by its key; 0 where the answer has none. */
export const tallyOf = (of: { readonly tallies: readonly Tally[] } | null | undefined, key: string): number =>
  of?.tallies.find((one) => one.key === key)?.n ?? 0;
