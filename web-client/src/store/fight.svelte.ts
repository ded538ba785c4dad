/** A fight against a bot at once: which bot, and the room it is fought in. */
import { api } from '../net/api';
import type { Outcome, RoomState, RulesetInfo } from '../protocol';
import { navigate, to } from '../router.svelte';
import { guideRun } from './guide.svelte';
import { recall, remember } from './local';
import { askAnew, me, suggestedName } from './me.svelte';

const key = (ruleset: string): string => `rival.${ruleset}`;

/** The rooms that are to start as soon as we are in. */
const starting = new Set<string>();

/** A room is to start as soon as we are in. */
export const startAtOnce = (room: string): void => void starting.add(room);

/** Whether a room is to start as soon as we are in; asked once. */
export const startsAtOnce = (room: string): boolean => starting.delete(room);

/** The bot we are a match for: the one for a first time, a better one after a victory, a simpler one after a defeat. */
export function rival(info: RulesetInfo): RulesetInfo['bots'][number] | undefined {
  const known = recall(key(info.id)) ?? info.quick?.bot;
  return info.bots.find((bot) => bot.id === known) ?? info.bots[0];
}

/** Remembers how a fight against a bot ended for us; each counts once. */
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
 * Opens a room for a fight at once, and goes there, with the guide on for whoever wants to learn. Whoever has no name yet gets one,
 * which can be changed later.
 */
export async function fight(info: RulesetInfo, learn = false): Promise<void> {
  // Who learns meets the bot of a first time.
  const bot = learn ? info.quick?.bot : rival(info)?.id;
  const opened = await api.fight({ ruleset: info.id, ...(bot === undefined ? {} : { bot }), ...(me() ? {} : { name: suggestedName() }) });
  if (!me()) askAnew();
  if (learn) guideRun(info.id).begin(opened.id);
  startAtOnce(opened.id);
  navigate(to.invitation(opened.id, opened.invite));
}
