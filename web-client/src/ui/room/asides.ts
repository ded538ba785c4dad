import { blindWords, seatOnly } from '../../fair/words';
import { low } from '../../text/fill';
import { texts } from '../../i18n/index.svelte';
import type { ChatLine, RoomState, SeatState } from '../../protocol';
import type { Aside, Lapse, Step } from '../../store/timeline.svelte';
import type { Presented } from '../house/presented.svelte';
import { holderName } from './names';

/** A line of the story that is no fact of the rules: an aside of the journal or a message of a game master. */
export interface Besides {
  /** The number of the step before which it happened. */
  step: number;
  entry: number;
  seat: number;
  /** The kind of aside, or `told` for a message of a game master. */
  is: Aside['what']['is'] | 'told';
  words: string;
}

const t = texts(
  {
    lapse: 'Temps écoulé pour {name} : {then}.',
    lapseOf: 'Temps écoulé pour {name} ({what}) : {then}.',
    saved: 'ce qui était enregistré compte',
    sealed: 'la réponse par défaut, scellée',
    usual: 'la réponse par défaut compte',
    tells: '{who} raconte : {what}',
  },
  {
    lapse: 'Time ran out for {name}: {then}.',
    lapseOf: 'Time ran out for {name} ({what}): {then}.',
    saved: 'what was saved counts',
    sealed: 'the default answer, sealed',
    usual: 'the default answer counts',
    tells: '{who} tells: {what}',
  },
);

/** Returns the text for a time limit that ran out: the player, the question, and the answer as far as it is public. */
export function lapseWords({ ask, view, saved, sealed }: Lapse, name: string, house: Presented | undefined): string {
  const { what, then } = house?.pending(ask, view) ?? { what: '', then: '' };
  const answer = saved ? t('saved') : sealed ? t('sealed') : then || t('usual');
  return t(what ? 'lapseOf' : 'lapse', { name, what, then: answer });
}

/** Returns the asides of a timeline in words, with the names of the holders of the seats. */
export function asidesOf(asides: readonly Aside[], seats: readonly SeatState[], house: Presented | undefined): Besides[] {
  return asides.map(({ step, entry, author, what }) => {
    const found = seats.find((one) => one.seat === author.seat);
    const held = found && found.holder.kind !== 'open' ? holderName(found) : null;
    const words =
      what.is === 'blind' ? blindWords(what.blind, held ?? seatOnly(author.seat)) : lapseWords(what.lapse, held ?? low(seatOnly(author.seat)), house);
    return { step, entry, seat: author.seat, is: what.is, words };
  });
}

/**
 * Returns the messages that a seat that cannot win, such as a game master's, has sent to the room during the game, each at its place in
 * the story, up to the playhead.
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
    return [{ step, entry: -1 - n, seat, is: 'told' as const, words: t('tells', { who, what: text }) }];
  });
}
