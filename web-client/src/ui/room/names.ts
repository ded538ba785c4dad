import type { Holder, RoomState } from '../../protocol';
import { texts } from '../../i18n/index.svelte';
import { botName, toldBot } from '../common/names.svelte';

const t = texts({ gone: 'quelqu’un de parti', somebody: 'Quelqu’un', open: 'Place libre' }, { gone: 'someone gone', somebody: 'Somebody', open: 'Free seat' });

/** The name of a person; whoever was forgotten has none any more. */
export const shownName = (name: string): string => name || t('gone');

/** A name from a finished game, where bots stand under the name of their kind. */
export const playerName = (name: string): string => toldBot(name) ?? shownName(name);

/** Who holds a seat, in words. */
export function holderName(holder: Holder): string {
  if (holder.kind === 'guest') return shownName(holder.name);
  return holder.kind === 'bot' ? botName(holder.bot) : t('open');
}

/** Name of a person by public id, as far as the room tells it. */
export function personName(room: RoomState, id: string): string {
  for (const { holder } of room.seats) if (holder.kind === 'guest' && holder.id === id) return shownName(holder.name);
  return room.watching.find((one) => one.id === id)?.name ?? t('somebody');
}
