/** Bands without a screen: what has the shape of one, as many people as a game wants, names to lend. */
import type { LentNames } from '../../../protocol';
import type { Group, Person } from './making.svelte';

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
export const areWords = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Name and people of anything that has the shape of a band, and what else it has; `null` when it has not that shape. */
export function bandOf<P>(
  value: unknown,
  person: (value: unknown, at: number) => P | null,
  most = Infinity,
): { readonly name: string; readonly heroes: P[]; readonly more: Readonly<Record<string, unknown>> } | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.heroes) || value.heroes.length > most) return null;
  const heroes = value.heroes.map(person);
  return heroes.some((one) => one === null) ? null : { name: value.name, heroes: heroes.filter((one) => one !== null), more: value };
}

/** A band whose names have no blanks around them. */
export const trimmed = <P extends Person, B extends Group<P>>(band: B): B => ({
  ...band,
  name: band.name.trim(),
  heroes: band.heroes.map((one) => ({ ...one, name: one.name.trim() })),
});

/** Makes a band exactly so many: what is too much is left out, what is missing is made by `fresh`, who is told the band so far. */
export function sized<P extends Person, B extends Group<P>>(band: B, count: number, fresh: (band: B) => P): B {
  if (band.heroes.length === count) return band;
  let next = { ...band, heroes: band.heroes.slice(0, count) };
  while (next.heroes.length < count) next = { ...next, heroes: [...next.heroes, fresh(next)] };
  return next;
}

/** Names that are lent to who bears this one: those of the same kind where it is of one, else all. */
export const lentLike = ({ folk }: LentNames, name: string): readonly string[] =>
  folk.find(({ heroes, names }) => heroes.includes(name) || names.includes(name))?.names ?? folk.flatMap(({ names }) => names);

/** A name of a list that is not taken yet, where there is one; `chance` from 0 to 1. */
export function drawn(from: readonly string[], taken: readonly string[], chance: number = Math.random()): string {
  const free = from.filter((name) => !taken.includes(name));
  const list = free.length > 0 ? free : from;
  return list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? '';
}
