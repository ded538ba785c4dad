/** Terms of a room that only énergie knows: `Settings.more`. */
import type { Free, More, Options } from '../../protocol/energie';

export const USUAL: Options = { aggravation: 'texte', finishing_blows: false, fenetre: false, house_maitrises: true };
/** What a free table is about when its host has not said. */
const FREE: Free = { arena: 'docks', opponents: [], objective: '' };

/** Terms as they were written, with what was left out; whatever cannot be read is as usual. */
export function moreOf(value: unknown): More {
  const given = typeof value === 'object' && value !== null ? (value as Partial<More>) : {};
  return { ...given, mj: given.mj ?? false, options: { ...USUAL, ...given.options }, campaign: given.campaign ?? false };
}

export const freeOf = (more: More): Free => more.free ?? FREE;

/** What a format says: together, everybody for themselves, or so many against so many. */
export function formatParts(name: string): { is: 'coop' | 'ffa'; n: number } | { is: 'versus'; a: number; b: number } {
  const [, word, n] = /^(coop|ffa)(\d+)$/.exec(name) ?? [];
  if (word === 'coop' || word === 'ffa') return { is: word, n: Number(n) };
  const [a = '1', b = '1'] = name.split('v');
  return { is: 'versus', a: Number(a), b: Number(b) };
}
