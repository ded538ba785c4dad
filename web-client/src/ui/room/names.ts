import type { BotCard, RoomState, SeatState } from '../../protocol';
import { texts } from '../../i18n/index.svelte';
import { bot, personaOf, toldPersona } from '../common/names.svelte';

const t = texts({ gone: 'quelqu’un de parti', somebody: 'Quelqu’un', open: 'Place libre' }, { gone: 'someone gone', somebody: 'Somebody', open: 'Free seat' });

/** The name of a person; whoever was forgotten has none any more. */
export const shownName = (name: string): string => name || t('gone');

/** A name from a finished game, where bots stand under the name of their kind. */
export const playerName = (name: string, seat: number): string => toldPersona(name, seat) ?? shownName(name);

/** Who holds a seat, in words. */
export function holderName({ holder, seat }: Pick<SeatState, 'holder' | 'seat'>): string {
  if (holder.kind === 'guest') return shownName(holder.name);
  if (holder.kind === 'open') return t('open');
  const card = bot(holder.bot);
  return card ? personaOf(card, seat) : holder.bot;
}

/** Name of a person by public id, as far as the room tells it. */
export function personName(room: RoomState, id: string): string {
  for (const { holder } of room.seats) if (holder.kind === 'guest' && holder.id === id) return shownName(holder.name);
  return room.watching.find((one) => one.id === id)?.name ?? t('somebody');
}

/** The face of a bot in a seat: the same wherever it is shown. */
export const rivalLook = (card: Pick<BotCard, 'level' | 'people'>, seat: number): number => card.level * 7 + (seat % Math.max(1, card.people.length));
