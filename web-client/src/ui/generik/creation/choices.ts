/** The lists one chooses from, with what each entry costs here and why it cannot be had. */
import { creationText as t } from '../../../i18n/generik/creation';
import { nameOf, tellOf } from '../../../i18n/generik/naming';
import { french, lang } from '../../../i18n/index.svelte';
import type { Fault, Offer } from '../../../protocol';
import type { Era, Member, Skill, Weapon } from '../../../protocol/generik';
import type { Catalogue, WeaponRow } from '../catalogue';

/** Why something is not possible: a text, and the rule that says so where one does. */
export interface Refused {
  readonly words: string;
  readonly rule: string | null;
}

/** What is said of putting something into a place, such as `weapon.0`; nothing where nobody has said it yet. */
export type Judge = (place: string, id: string) => { readonly price: number; readonly refused: Refused | null } | undefined;

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
  readonly refusal: Refused | null;
}

/** A fault in the language of the moment. */
export const refusedOf = ({ words, rule }: Fault): Refused => ({ words: lang() === 'fr' ? french(words.fr) : words.en, rule });

/** What the server offers, as a judge. */
export function judgeOf(offers: readonly Offer[]): Judge {
  const found = new Map(offers.map((one) => [`${one.place} ${one.id}`, { price: one.price, refused: one.refused ? refusedOf(one.refused) : null }]));
  return (place, id) => found.get(`${place} ${id}`);
}

/** Reach of a weapon in words; empty for what is not fired. */
export function reachOf(arm: WeaponRow): string {
  if (arm.short === 0) return '';
  const [short, long] = [arm.short / 100, arm.long / 100];
  return long === 0 ? t('rangeShort', { short }) : t('range', { short, long });
}

/** The armoury of an era for one weapon slot, or for armour. */
export const armChoices = (catalogue: Catalogue, era: Era, place: string, held: Weapon | null | undefined, judge: Judge): Choice<Weapon>[] =>
  catalogue.weapons
    .filter((arm) => arm.era === era && arm.slot === place.split('.')[0])
    .map((arm) => {
      const said = judge(place, arm.id);
      const chosen = held === arm.id;
      return {
        id: arm.id,
        name: nameOf(arm),
        about: tellOf(arm),
        reach: reachOf(arm),
        price: said?.price ?? arm.cost,
        list: arm.cost,
        ours: arm.cost_source === 'ours',
        rule: arm.rule,
        chosen,
        refusal: chosen ? null : (said?.refused ?? null),
      };
    });

/** The skills for one place: those one may have first, the cheapest of them first. */
export const skillChoices = (catalogue: Catalogue, member: Member, n: number, judge: Judge): Choice<Skill>[] =>
  catalogue.skills
    .map((talent): Choice<Skill> => {
      const said = judge(`skill.${n}`, talent.id);
      const chosen = member.skills[n] === talent.id;
      return {
        id: talent.id,
        name: nameOf(talent),
        about: tellOf(talent),
        reach: '',
        rule: talent.rule,
        chosen,
        ours: false,
        price: said?.price ?? talent.cost,
        list: talent.cost,
        refusal: chosen ? null : (said?.refused ?? null),
      };
    })
    .sort((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null) || a.list - b.list);
