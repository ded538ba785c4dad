import type { Catalogue, Member, SkillRow, Weapon, WeaponRow } from '../../protocol/generik';

export type { Catalogue, ReadyBand, SkillRow, Switch, WeaponRow } from '../../protocol/generik';

/** An entry of an armoury by its id. */
export const armOf = (catalogue: Catalogue, id: string | null | undefined): WeaponRow | undefined => catalogue.weapons.find((one) => one.id === id);

/** Weapons and armour of a figure. */
export const gearOf = (member: Member): Weapon[] => [...member.weapons, ...(member.armour ? [member.armour] : [])];

/** A skill by its id. */
export const talentOf = (catalogue: Catalogue, id: string | undefined): SkillRow | undefined => catalogue.skills.find((one) => one.id === id);
