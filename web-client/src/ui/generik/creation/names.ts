/** Names to lend, of those the catalogue has for each era. */
import { catalogue } from '../catalogue.svelte';
import { gearOf } from '../catalogue';
import { roleName } from '../../../i18n/generik/naming';
import type { Era, Member } from '../../../protocol/generik';
import { drawn } from '../../house/creation/band';

const lentTo = (era: Era): { folk: readonly string[]; bands: readonly string[] } =>
  catalogue.found?.lent.find((one) => one.era === era) ?? { folk: [], bands: [] };

/** A name nobody has yet: what the figure's gear suggests first, then somebody of the era; `chance` from 0 to 1. */
export function suggest(member: Member, era: Era, taken: readonly string[], chance?: number): string {
  const roles = gearOf(member).flatMap((id) => roleName(id) ?? []);
  const role = roles.find((name) => !taken.includes(name) && name !== member.name);
  return role ?? person(era, [...taken, member.name], chance);
}

/** Somebody of the era whose name nobody has yet. */
export const person = (era: Era, taken: readonly string[], chance?: number): string => drawn(lentTo(era).folk, taken, chance);

/** A name for a band, another than this one and those that are taken. */
export const bandName = (era: Era, not: string, taken: readonly string[], chance?: number): string => drawn(lentTo(era).bands, [not, ...taken], chance);
