import type { Pt, Seat } from '../../protocol';
import type { Aftermath, Fig, Figure, Scenario, Weapon } from '../../protocol/generik';

/** Names of things as a line of the log needs them, in the language it is written in. */
export interface Naming {
  fig(fig: Fig): string;
  seat(seat: Seat): string;
  /** A member of a band by its number there. */
  member(seat: Seat, id: number): string;
  /** Weapons a figure carries, in order. */
  weapons(fig: Fig): readonly Weapon[];
  scenario(scenario: Scenario): string;
  /** Whose marker it is; `null` for nobody's. */
  owner(marker: number): Seat | null;
  /** A length or a place in u, in centimetres, without the unit. */
  cm(u: number): string;
  at(at: Pt): string;
  /** A modifier by its rule. */
  mod(rule: string): string;
  /** The figure a fact is about, as it was before. */
  before: Figure | null;
  /** The band in the steps after the game, as it was before the fact that speaks of it. */
  aftermath: Aftermath | null;
}

/** Length of a way from a point, in u. */
export function lengthOf(from: Pt, path: readonly Pt[]): number {
  let [at, sum] = [from, 0];
  for (const to of path) {
    sum += Math.hypot(to[0] - at[0], to[1] - at[1]);
    at = to;
  }
  return sum;
}

/** The wind a vector points to: 0 for north, clockwise, eight in all. */
export const windOf = ([x, y]: Pt): number => Math.round(((Math.atan2(x, y) / Math.PI) * 4 + 8) % 8) % 8;

/** Whether each weapon was loaded, emptied or left as it was. */
export function loads(before: Figure | null, charges: readonly [number, number]): { loaded: number[]; emptied: number[] } {
  const slots = [0, 1] as const;
  const was = before?.charges ?? charges;
  return { loaded: slots.filter((n) => charges[n] > was[n]), emptied: slots.filter((n) => charges[n] < was[n]) };
}

/** What became of a member in a step after the game. */
export type Fate = 'healed' | 'wounded' | 'dead' | 'left';

/** Members whose fate a step changed. Whoever is struck off while being cared for has died (GEN-CMP-04). */
export function fatesOf(before: Aftermath | null, now: Aftermath): { id: number; fate: Fate }[] {
  return now.members.flatMap((member): { id: number; fate: Fate }[] => {
    const was = before?.members.find((one) => one.id === member.id);
    if (!was) return [];
    if (member.gone && !was.gone) return [{ id: member.id, fate: before?.step === 'care' ? 'dead' : 'left' }];
    if (member.health === was.health || member.health === 'out') return [];
    return [{ id: member.id, fate: member.health === 'well' ? 'healed' : 'wounded' }];
  });
}
