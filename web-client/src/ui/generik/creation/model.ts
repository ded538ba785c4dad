/** Changing a band without a screen. What it costs and what is wrong with it is asked of the server. */
import type { Lang } from '../../../i18n/index.svelte';
import type { Band, Era, Member, Skill, Weapon } from '../../../protocol/generik';
import { armOf, type Catalogue, type ReadyBand } from '../catalogue';

export const NAME_MOST = 24;
export const BAND_MOST = 32;

export const swapSkills = (member: Member): Member => ({ ...member, skills: [...member.skills].reverse() });

/** Puts a weapon into a slot, or empties it with `null`. */
export function setWeapon(member: Member, slot: number, id: Weapon | null): Member {
  return { ...member, weapons: placed(member.weapons, slot, id) };
}

/** Puts armour on, or takes it off. */
export function setArmour(member: Member, id: Weapon | null): Member {
  const { armour: _, ...bare } = member;
  return id === null ? bare : { ...bare, armour: id };
}

/** Teaches a skill in a place, or forgets it with `null`: a second one then becomes the first. */
export function setSkill(member: Member, place: number, id: Skill | null): Member {
  return { ...member, skills: placed(member.skills, place, id) };
}

function placed<T>(list: readonly T[], at: number, value: T | null): T[] {
  if (value === null) return list.filter((_, n) => n !== at);
  if (at >= list.length) return [...list, value];
  return list.map((one, n) => (n === at ? value : one));
}

/** A number that no figure of the band has. */
export const freeId = (band: Band): number => band.members.reduce((most, one) => Math.max(most, one.id), -1) + 1;

/** A figure with nothing. */
export const bare = (id: number, name: string, look: number, chief = false): Member => ({
  id,
  name,
  chief,
  weapons: [],
  skills: [],
  look,
  health: 'well',
  founder: chief,
});

export const withMember = (band: Band, at: number, member: Member): Band => ({ ...band, members: band.members.map((one, n) => (n === at ? member : one)) });

export const join = (band: Band, member: Member): Band => ({ ...band, members: [...band.members, member] });

/** Sends a figure away. When it was the chief, the first of the others is. */
export function dismiss(band: Band, at: number): Band {
  const members = band.members.filter((_, n) => n !== at);
  const next = { ...band, members };
  return members.length > 0 && !members.some((one) => one.chief) ? crown(next, 0) : next;
}

/** Makes another figure the founding chief. */
export const crown = (band: Band, at: number): Band => ({ ...band, members: band.members.map((one, n) => ({ ...one, chief: n === at, founder: n === at })) });

/** Moves a figure up or down the roster. */
export function move(band: Band, from: number, to: number): Band {
  const member = band.members[from];
  if (!member || to < 0 || to >= band.members.length || from === to) return band;
  const members = band.members.filter((_, n) => n !== from);
  members.splice(to, 0, member);
  return { ...band, members };
}

/** The same figure once more, without the skills that only one may have; never a chief. */
export function twin(band: Band, at: number, name: string, catalogue: Catalogue): Member | null {
  const one = band.members[at];
  if (!one) return null;
  const skills = one.skills.filter((id) => catalogue.numbers.band.unique_skill_exceptions.includes(id));
  return { ...one, id: freeId(band), name, chief: false, founder: false, weapons: [...one.weapons], skills };
}

/** A band taken to another era: people and skills stay, weapons only where the other armoury has the same. */
export function intoEra(band: Band, era: Era, catalogue: Catalogue): { band: Band; lost: number } {
  let lost = 0;
  const carry = (id: Weapon): Weapon[] => {
    const name = armOf(catalogue, id)?.fr;
    const same = catalogue.weapons.find((one) => one.era === era && one.fr === name);
    if (!same) lost += 1;
    return same ? [same.id] : [];
  };
  const members = band.members.map((one) => setArmour({ ...one, weapons: one.weapons.flatMap(carry) }, one.armour ? (carry(one.armour)[0] ?? null) : null));
  return { band: { ...band, era, members }, lost };
}

/** A ready-made band as one's own, with names in one language. */
export const bandOf = (ready: ReadyBand, lang: Lang): Band => tidy(lang === 'fr' ? ready.band : ready.band_en);

/** The band as it is sent: names without blanks around them, nothing of a campaign. */
export const tidy = (band: Band): Band => ({
  name: band.name.trim(),
  era: band.era,
  members: band.members.map(({ id, name, chief, weapons, armour, skills, look, founder }) => ({
    id,
    name: name.trim(),
    chief,
    weapons: [...weapons],
    ...(armour ? { armour } : {}),
    skills: [...skills],
    look,
    health: 'well' as const,
    founder,
  })),
});

/** Whether two bands would be sent alike. */
export const alike = (a: Band, b: Band): boolean => JSON.stringify(tidy(a)) === JSON.stringify(tidy(b));
