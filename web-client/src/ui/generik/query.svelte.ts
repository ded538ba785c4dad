import type { Refusal } from '../../protocol';
import type { Advice, Command, Draft, PathAdvice } from '../../protocol/generik';
import type { Said } from '../../store/drafts.svelte';

/** What the engine said of a draft. */
export interface Heard {
  readonly draft: Draft;
  readonly advice: Advice | null;
  readonly refusal: Refusal | null;
  /** How far the path of a refused draft goes. */
  readonly walk?: PathAdvice;
}

/** Commands that have a path. */
function walks(command: Command): boolean {
  switch (command.do) {
    case 'act':
      return command.what.act === 'move' || command.what.act === 'drag';
    case 'react':
      return command.reaction?.ao.ao === 'move';
    default:
      return command.do === 'resume';
  }
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
      void this.answer(draft).then((heard) => {
        if (number !== this.number) return;
        this.waiting = false;
        this.heard = heard;
      });
    }, wait);
  }

  /** What is said of a draft; of a path that is refused, how far it goes too. */
  private async answer(draft: Draft): Promise<Heard> {
    const { advice, refusal } = await this.consult(draft);
    const heard = { draft, advice: advice as Advice | null, refusal };
    if (!refusal || draft.draft !== 'try' || !walks(draft.command)) return heard;
    const walk = (await this.consult({ draft: 'walk', command: draft.command })).advice as Advice | null;
    return walk?.advice === 'path' ? { ...heard, walk } : heard;
  }
}
