import { asideWords } from '../../fair/words';
import { texts } from '../../i18n/index.svelte';
import type { ChatLine, RoomState, SeatState } from '../../protocol';
import type { Aside, Step } from '../../store/timeline.svelte';
import { holderName } from './names';

/** What the journal tells besides what the rules do, in words. */
export interface Besides {
  /** It happened before the step with this number. */
  step: number;
  entry: number;
  seat: number;
  words: string;
  /** A game master tells it: no notice of the journal. */
  narrated?: boolean;
}

const t = texts({ tells: '{who} raconte : {what}' }, { tells: '{who} tells: {what}' });

/** The asides of a timeline, with the names of those who hold the seats. */
export function asidesOf(asides: readonly Aside[], seats: readonly SeatState[]): Besides[] {
  return asides.map((aside) => {
    const { seat } = aside.author;
    const found = seats.find((one) => one.seat === seat);
    const player = !found || found.holder.kind === 'open' ? '' : holderName(found);
    return { step: aside.step, entry: aside.entry, seat, words: asideWords(aside, player) };
  });
}

/**
 * What a seat that cannot win, such as a game master's, has said to the room during the game: it stands in the story where it was said,
 * as far as the story has been shown.
 */
export function narrationsOf(chat: readonly ChatLine[], { seats, roles }: RoomState, steps: readonly Pick<Step<unknown>, 'at'>[], cursor: number): Besides[] {
  const began = steps[0]?.at ?? Infinity;
  return chat.flatMap(({ seat, channel, at, text, name }, n) => {
    if (seat === null || channel !== 'room' || roles?.[seat]?.wins !== false || at < began) return [];
    const later = steps.findIndex((step) => step.at > at);
    const step = later < 0 ? steps.length : later;
    if (step > cursor) return [];
    const held = seats.find((one) => one.seat === seat);
    const who = held && held.holder.kind !== 'open' ? holderName(held) : name;
    return [{ step, entry: -1 - n, seat, words: t('tells', { who, what: text }), narrated: true }];
  });
}
