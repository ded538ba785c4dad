/** Bands as data: reading them from any value, filling them to the size of a game, and names for their members. */
import type { LentNames } from '../../../protocol';
import type { Group, Person } from './making.svelte';

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
export const areWords = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Returns name, members and all fields of a value that has the shape of a band with at most `most` members; `null` otherwise. */
export function bandOf<P>(
  value: unknown,
  person: (value: unknown, at: number) => P | null,
  most = Infinity,
): { readonly name: string; readonly heroes: P[]; readonly more: Readonly<Record<string, unknown>> } | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.heroes) || value.heroes.length > most) return null;
  const heroes = value.heroes.map(person);
  return heroes.some((one) => one === null) ? null : { name: value.name, heroes: heroes.filter((one) => one !== null), more: value };
}

/** Returns a band whose names have no blanks around them. */
export const trimmed = <P extends Person, B extends Group<P>>(band: B): B => ({
  ...band,
  name: band.name.trim(),
  heroes: band.heroes.map((one) => ({ ...one, name: one.name.trim() })),
});

/** Returns a band with exactly `count` members: surplus ones are cut off, missing ones are made by `fresh` from the band so far. */
export function sized<P extends Person, B extends Group<P>>(band: B, count: number, fresh: (band: B) => P): B {
  if (band.heroes.length === count) return band;
  let next = { ...band, heroes: band.heroes.slice(0, count) };
  while (next.heroes.length < count) next = { ...next, heroes: [...next.heroes, fresh(next)] };
  return next;
}

/** Returns the names that can replace a name: those of the same kind if it belongs to one, else all. */
export const lentLike = ({ folk }: LentNames, name: string): readonly string[] =>
  folk.find(({ heroes, names }) => heroes.includes(name) || names.includes(name))?.names ?? folk.flatMap(({ names }) => names);

/** Returns a random name of a list, one that is not taken if possible; `chance` is from 0 to 1. */
export function drawn(from: readonly string[], taken: readonly string[], chance: number = Math.random()): string {
  const free = from.filter((name) => !taken.includes(name));
  const list = free.length > 0 ? free : from;
  return list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? '';
}
