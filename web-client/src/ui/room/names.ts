import type { Holder, RoomState } from '../../protocol';
import { texts } from '../../i18n/index.svelte';

const t = texts(
  {
    gone: 'quelqu’un de parti',
    somebody: 'Quelqu’un',
    open: 'Place libre',
    bot: 'Robot',
    any: 'Robot farceur',
    brawler: 'Robot cogneur',
    skirmisher: 'Robot tirailleur',
  },
  { gone: 'someone gone', somebody: 'Somebody', open: 'Free seat', bot: 'Bot', any: 'Prankster bot', brawler: 'Brawler bot', skirmisher: 'Skirmisher bot' },
);

/** Name of a bot as players read it. */
export function botName(bot: string): string {
  if (bot === 'brawler' || bot === 'skirmisher') return t(bot);
  if (bot === 'any' || bot === 'legal' || bot === 'random') return t('any');
  return `${t('bot')} ${bot}`;
}

/** The name of a person; whoever was forgotten has none any more. */
export const shownName = (name: string): string => name || t('gone');

/** A name from a finished game, where bots stand under the name of their kind. */
export const playerName = (name: string): string => (name === 'brawler' || name === 'skirmisher' || name === 'any' ? botName(name) : shownName(name));

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
