/** Terms of a room that only énergie has: `Settings.more`. */
import type { Free, More, Options } from '../../protocol/energie';

export const USUAL: Options = { aggravation: 'texte', finishing_blows: false, fenetre: false, house_maitrises: true };
/** The terms of a free table for which the host has set none. */
const FREE: Free = { arena: 'docks', opponents: [], objective: '' };

/** Reads the terms of a room; missing and unreadable ones are the usual ones. */
export function moreOf(value: unknown): More {
  const given = typeof value === 'object' && value !== null ? (value as Partial<More>) : {};
  return { ...given, mj: given.mj ?? false, options: { ...USUAL, ...given.options }, campaign: given.campaign ?? false };
}

export const freeOf = (more: More): Free => more.free ?? FREE;

/** Returns the parts of a format: together, each against all, or a number against a number. */
export function formatParts(name: string): { is: 'coop' | 'ffa'; n: number } | { is: 'versus'; a: number; b: number } {
  const [, word, n] = /^(coop|ffa)(\d+)$/.exec(name) ?? [];
  if (word === 'coop' || word === 'ffa') return { is: word, n: Number(n) };
  const [a = '1', b = '1'] = name.split('v');
  return { is: 'versus', a: Number(a), b: Number(b) };
}
