/** The lists one chooses from, with what each entry costs here and why it cannot be had. */
import { creationText as t } from '../../../i18n/generik/creation';
import { nameOf, tellOf } from '../../../i18n/generik/naming';
import type { Member, Skill, Weapon } from '../../../protocol/generik';
import type { WeaponRow } from '../catalogue';
import { skillPrice, whyNotArmour, whyNotSkill, whyNotWeapon, type Desk, type Refusal } from './model';

/** An entry of a list. */
export interface Choice<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly about: string;
  /** Reach in words; empty for what has none. */
  readonly reach: string;
  /** What would be paid, and the price of the list. */
  readonly price: number;
  readonly list: number;
  /** The price is a proposal of ours. */
  readonly ours: boolean;
  readonly rule: string;
  readonly chosen: boolean;
  readonly refusal: Refusal | null;
}

/** Reach of a weapon in words; empty for what is not fired. */
export function reachOf(arm: WeaponRow): string {
  if (arm.short === 0) return '';
  const [short, long] = [arm.short / 100, arm.long / 100];
  return long === 0 ? t('rangeShort', { short }) : t('range', { short, long });
}

const armChoice = (arm: WeaponRow, chosen: boolean, refusal: Refusal | null): Choice<Weapon> => ({
  id: arm.id,
  name: nameOf(arm),
  about: tellOf(arm),
  reach: reachOf(arm),
  price: arm.cost,
  list: arm.cost,
  ours: arm.cost_source === 'ours',
  rule: arm.rule,
  chosen,
  refusal: chosen ? null : refusal,
});

/** The armoury of the era for one slot. */
export const weaponChoices = (member: Member, slot: number, desk: Desk): Choice<Weapon>[] =>
  desk.catalogue.weapons
    .filter((arm) => arm.era === desk.era && arm.slot === 'weapon')
    .map((arm) => armChoice(arm, member.weapons[slot] === arm.id, whyNotWeapon(member, slot, arm.id, desk)));

/** The armour of the era; empty where none is sold. */
export const armourChoices = (member: Member, desk: Desk): Choice<Weapon>[] =>
  desk.catalogue.weapons
    .filter((arm) => arm.era === desk.era && arm.slot === 'armour')
    .map((arm) => armChoice(arm, member.armour === arm.id, whyNotArmour(member, arm.id, desk)));

/** The skills for one place: those one may have first, the cheapest of them first. */
export const skillChoices = (member: Member, place: number, desk: Desk): Choice<Skill>[] =>
  desk.catalogue.skills
    .map((talent): Choice<Skill> => {
      const chosen = member.skills[place] === talent.id;
      return {
        id: talent.id,
        name: nameOf(talent),
        about: tellOf(talent),
        reach: '',
        rule: talent.rule,
        chosen,
        ours: false,
        price: skillPrice(talent.id, place, member.founder, desk.catalogue),
        list: talent.cost,
        refusal: chosen ? null : whyNotSkill(member, place, talent.id, desk),
      };
    })
    .sort((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null) || a.list - b.list);
