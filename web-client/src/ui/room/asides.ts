import { asideWords } from '../../fair/words';
import type { SeatState } from '../../protocol';
import type { Aside } from '../../store/timeline.svelte';
import { holderName } from './names';

/** What the journal tells besides what the rules do, in words. */
export interface Besides {
  /** It happened before the step with this number. */
  step: number;
  entry: number;
  seat: number;
  words: string;
}

/** The asides of a timeline, with the names of those who hold the seats. */
export function asidesOf(asides: readonly Aside[], seats: readonly SeatState[]): Besides[] {
  return asides.map((aside) => {
    const { seat } = aside.author;
    const found = seats.find((one) => one.seat === seat);
    const player = !found || found.holder.kind === 'open' ? '' : holderName(found);
    return { step: aside.step, entry: aside.entry, seat, words: asideWords(aside, player) };
  });
}
