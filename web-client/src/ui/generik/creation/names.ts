/** Names to lend, of those the catalogue has for each era. */
import { catalogue } from '../catalogue.svelte';
import { gearOf } from '../catalogue';
import { roleName } from '../../../i18n/generik/naming';
import type { Era, Member } from '../../../protocol/generik';

const lentTo = (era: Era): { folk: readonly string[]; bands: readonly string[] } =>
  catalogue.found?.lent.find((one) => one.era === era) ?? { folk: [], bands: [] };

const pick = (list: readonly string[], chance: number): string => list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? '';

/** A name nobody has yet: what the figure's gear suggests first, then somebody of the era; `chance` from 0 to 1. */
export function suggest(member: Member, era: Era, taken: readonly string[], chance: number = Math.random()): string {
  const roles = gearOf(member).flatMap((id) => roleName(id) ?? []);
  const role = roles.find((name) => !taken.includes(name) && name !== member.name);
  return role ?? person(era, [...taken, member.name], chance);
}

/** Somebody of the era whose name nobody has yet. */
export function person(era: Era, taken: readonly string[], chance: number = Math.random()): string {
  const { folk } = lentTo(era);
  const free = folk.filter((name) => !taken.includes(name));
  return pick(free.length > 0 ? free : folk, chance);
}

/** A name for a band, another than this one. */
export const bandName = (era: Era, not: string, chance: number = Math.random()): string =>
  pick(
    lentTo(era).bands.filter((name) => name !== not),
    chance,
  );
