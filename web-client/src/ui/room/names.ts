import type { Holder, RoomState } from '../../protocol';
import { texts } from '../../i18n/index.svelte';

const t = texts(
  { somebody: 'Quelqu’un', open: 'Place libre', bot: 'Robot', any: 'Robot farceur', brawler: 'Robot cogneur', skirmisher: 'Robot tirailleur' },
  { somebody: 'Somebody', open: 'Free seat', bot: 'Bot', any: 'Prankster bot', brawler: 'Brawler bot', skirmisher: 'Skirmisher bot' },
);

/** Name of a bot as players read it. */
export function botName(bot: string): string {
  if (bot === 'brawler' || bot === 'skirmisher') return t(bot);
  if (bot === 'any' || bot === 'legal' || bot === 'random') return t('any');
  return `${t('bot')} ${bot}`;
}

/** A name from a finished game, where bots stand under the name of their kind. */
export const playerName = (name: string): string => (name === 'brawler' || name === 'skirmisher' || name === 'any' ? botName(name) : name);

/** Who holds a seat, in words. */
export function holderName(holder: Holder): string {
  if (holder.kind === 'guest') return holder.name;
  return holder.kind === 'bot' ? botName(holder.bot) : t('open');
}

/** Name of a person by public id, as far as the room tells it. */
export function personName(room: RoomState, id: string): string {
  for (const { holder } of room.seats) if (holder.kind === 'guest' && holder.id === id) return holder.name;
  return room.watching.find((one) => one.id === id)?.name ?? t('somebody');
}
