/** The lists one chooses from, with what each entry costs here and why it cannot be had. */
import { creationText as t } from '../../../i18n/generik/creation';
import { nameOf, tellOf } from '../../../i18n/generik/naming';
import type { BillLine } from '../../../protocol';
import type { Era, Member, Skill, Weapon } from '../../../protocol/generik';
import type { Judge, OfferShown } from '../../house/creation/offers';
import { armOf, talentOf, type Catalogue, type WeaponRow } from '../catalogue';

/** Reach of a weapon in words; empty for what is not fired. */
export function reachOf(arm: WeaponRow): string {
  if (arm.short === 0) return '';
  const [short, long] = [arm.short / 100, arm.long / 100];
  return long === 0 ? t('rangeShort', { short }) : t('range', { short, long });
}

/** The armoury of an era for one weapon slot, or for armour. */
export const armChoices = (catalogue: Catalogue, era: Era, place: string, held: Weapon | null | undefined, judge: Judge): OfferShown<Weapon>[] =>
  catalogue.weapons
    .filter((arm) => arm.era === era && arm.slot === place.split('.')[0])
    .map((arm) => {
      const said = judge(place, arm.id);
      const chosen = held === arm.id;
      return {
        id: arm.id,
        name: nameOf(arm),
        about: tellOf(arm),
        extra: reachOf(arm),
        price: said?.price ?? arm.cost,
        list: arm.cost,
        mark: arm.cost_source === 'ours' ? { text: t('ours'), help: t('oursHelp') } : undefined,
        rule: arm.rule,
        chosen,
        refused: chosen ? null : (said?.refused ?? null),
      };
    });

/** The skills for one place: those one may have first, the cheapest of them first. */
export const skillChoices = (catalogue: Catalogue, member: Member, n: number, judge: Judge): OfferShown<Skill>[] =>
  catalogue.skills
    .map((talent): OfferShown<Skill> => {
      const said = judge(`skill.${n}`, talent.id);
      const chosen = member.skills[n] === talent.id;
      return {
        id: talent.id,
        name: nameOf(talent),
        about: tellOf(talent),
        rule: talent.rule,
        chosen,
        price: said?.price ?? talent.cost,
        list: talent.cost,
        refused: chosen ? null : (said?.refused ?? null),
      };
    })
    .sort((a, b) => Number(a.refused !== null) - Number(b.refused !== null) || a.list - b.list);

/** What a line of a bill is for. */
export function billName({ what, id }: BillLine, catalogue: Catalogue): string {
  if (what === 'chief') return t('billChief');
  if (what === 'member') return t('billMember');
  const row = what === 'skill' ? talentOf(catalogue, id) : armOf(catalogue, id);
  return row ? nameOf(row) : id;
}

const NOTES = { free: 'noteFree', double: 'noteDouble', drawback: 'noteDrawback' } as const;

/** Why what is paid is not the price of the list. */
export const billNote = ({ note, list }: BillLine): string => (note ? t(NOTES[note as keyof typeof NOTES], { n: list }) : '');
