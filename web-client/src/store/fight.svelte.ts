/** Quick fights against a bot: the choice of the bot, and the room of the fight. */
import { api } from '../net/api';
import type { Outcome, RoomState, RulesetInfo } from '../protocol';
import { navigate, to } from '../router.svelte';
import { guideRun } from './guide.svelte';
import { recall, remember } from './local';
import { askAnew, me, suggestedName } from './me.svelte';

const key = (ruleset: string): string => `rival.${ruleset}`;

/** Rooms whose game starts as soon as the player has entered. */
const starting = new Set<string>();

/** Marks a room to start as soon as the player has entered. */
export const startAtOnce = (room: string): void => void starting.add(room);

/** Returns whether a room is marked to start, and removes the mark. */
export const startsAtOnce = (room: string): boolean => starting.delete(room);

/** Returns the bot that matches the player: that of a first fight, a better one after a victory, a simpler one after a defeat. */
export function rival(info: RulesetInfo): RulesetInfo['bots'][number] | undefined {
  const known = recall(key(info.id)) ?? info.quick?.bot;
  return info.bots.find((bot) => bot.id === known) ?? info.bots[0];
}

/** Remembers the next bot after a fight against one. Each game counts once. */
export function measured(info: RulesetInfo, room: RoomState, seat: number, outcome: Outcome): void {
  if (recall('rival') === room.game || room.settings.exercise !== undefined) return;
  remember('rival', room.game);
  const bots = room.seats.filter((one) => one.seat !== seat).map((one) => one.holder);
  const [against] = bots;
  const won = outcome.winners.includes(seat);
  if (against?.kind !== 'bot' || bots.some((one) => one.kind !== 'bot') || outcome.winners.length !== 1) return;
  const at = info.bots.findIndex((bot) => bot.id === against.bot);
  const next = info.bots[Math.max(0, at + (won ? 1 : -1))] ?? info.bots[at];
  if (at >= 0 && next) remember(key(info.id), next.id);
}

/**
 * Opens a room for a quick fight and goes there, with the guide on where `learn` is set. A player without a name gets one, which can be
 * changed later.
 */
export async function fight(info: RulesetInfo, learn = false): Promise<void> {
  // A fight with the guide is against the bot of a first fight.
  const bot = learn ? info.quick?.bot : rival(info)?.id;
  const opened = await api.fight({ ruleset: info.id, ...(bot === undefined ? {} : { bot }), ...(me() ? {} : { name: suggestedName() }) });
  if (!me()) askAnew();
  if (learn) guideRun(info.id).begin(opened.id);
  startAtOnce(opened.id);
  navigate(to.invitation(opened.id, opened.invite));
}
