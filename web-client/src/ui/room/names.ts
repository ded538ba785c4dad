import type { BotCard, RoomState, SeatState } from '../../protocol';
import { texts } from '../../i18n/index.svelte';
import { bot, personaOf, toldPersona } from '../common/names.svelte';

const t = texts({ gone: 'quelqu’un de parti', somebody: 'Quelqu’un', open: 'Place libre' }, { gone: 'someone gone', somebody: 'Somebody', open: 'Free seat' });

/** Returns the name of a person, or a placeholder for a person whose data have been deleted. */
export const shownName = (name: string): string => name || t('gone');

/** Returns a player's name from a finished game; bots, which are stored under the name of their kind, get the name of their persona. */
export const playerName = (name: string, seat: number): string => toldPersona(name, seat) ?? shownName(name);

/** Returns the name of the holder of a seat. */
export function holderName({ holder, seat }: Pick<SeatState, 'holder' | 'seat'>): string {
  if (holder.kind === 'guest') return shownName(holder.name);
  if (holder.kind === 'open') return t('open');
  const card = bot(holder.bot);
  return card ? personaOf(card, seat) : holder.bot;
}

/** Returns the name of a person by public id; a placeholder if the person is not in the room. */
export function personName(room: RoomState, id: string): string {
  for (const { holder } of room.seats) if (holder.kind === 'guest' && holder.id === id) return shownName(holder.name);
  return room.watching.find((one) => one.id === id)?.name ?? t('somebody');
}

/** Returns the number of the portrait of a bot in a seat, which is the same everywhere. */
export const rivalLook = (card: Pick<BotCard, 'level' | 'people'>, seat: number): number => card.level * 7 + (seat % Math.max(1, card.people.length));
