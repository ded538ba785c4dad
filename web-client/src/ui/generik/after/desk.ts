/** What a band may buy after a game, and why not (GEN-CMP-06, 07). */
import { creationText as t } from '../../../i18n/generik/creation';
import type { BillLine } from '../../../protocol';
import type { Era, Member, Skill, Weapon } from '../../../protocol/generik';
import { armOf, talentOf, type Catalogue } from '../catalogue';
import type { Judge, Refused } from '../../house/creation/offers';

/** Around one figure: what may be spent on it, and who else is in the band. */
export interface Desk {
  readonly catalogue: Catalogue;
  readonly era: Era;
  /** Points that are still free, with the figure as it is. */
  readonly left: number;
  readonly others: readonly Member[];
  /** Armour takes one of the weapon slots where the host switched it so. */
  readonly armourCounts: boolean;
  /** What is replaced is thrown away by who serves, and given back by who is being hired. */
  readonly kind: 'recruit' | 'serving';
}

/** The price of a skill as the first or a later one of a figure (GEN-BND-03, 04). */
export function skillPrice(skill: Skill, place: number, founder: boolean, catalogue: Catalogue): number {
  const list = talentOf(catalogue, skill)?.cost ?? 0;
  const { band } = catalogue.numbers;
  if (place === 0) return founder ? 0 : list;
  // A drawback must not pay twice.
  return list > 0 ? list * band.second_skill_multiplier : list;
}

/** What a figure costs, line by line (GEN-BND-06). */
export function bill(member: Member, catalogue: Catalogue): BillLine[] {
  const { band } = catalogue.numbers;
  const base = member.chief ? band.chief_cost : band.member_cost;
  const lines: BillLine[] = [{ what: member.chief ? 'chief' : 'member', id: '', list: base, paid: base, rule: 'GEN-BND-01' }];
  const arm = (id: Weapon, what: 'weapon' | 'armour') => {
    const list = armOf(catalogue, id)?.cost ?? 0;
    lines.push({ what, id, list, paid: list, rule: 'GEN-BND-02' });
  };
  for (const id of member.weapons) arm(id, 'weapon');
  if (member.armour) arm(member.armour, 'armour');
  member.skills.forEach((id, place) => {
    const list = talentOf(catalogue, id)?.cost ?? 0;
    const paid = skillPrice(id, place, member.founder, catalogue);
    const note = place > 0 ? { note: list > 0 ? 'double' : 'drawback' } : {};
    lines.push({ what: 'skill', id, list, paid, ...note, rule: place > 0 ? 'GEN-BND-04' : 'GEN-BND-03' });
  });
  return lines;
}

/** What a figure costs (GEN-BND-06). */
export const costOf = (member: Member, catalogue: Catalogue): number => bill(member, catalogue).reduce((sum, line) => sum + line.paid, 0);

type Text = Parameters<typeof t>[0];
const no = (key: Text, rule: string, params: Record<string, string | number> = {}): Refused => ({ words: t(key, params), rule });

/** Why these points cannot be spent. */
function short(need: number, desk: Desk, later: 'GEN-CMP-06' | 'GEN-CMP-07' = 'GEN-CMP-06'): Refused | null {
  if (need <= desk.left || need <= 0) return null;
  return no('noTreasury', later, { need, left: Math.max(0, desk.left) });
}

/** Why a weapon cannot be taken into a slot, counted from 0; `null` when it can. */
export function whyNotWeapon(member: Member, slot: number, id: Weapon, desk: Desk): Refused | null {
  const arm = armOf(desk.catalogue, id);
  if (!arm || arm.era !== desk.era) return no('noEra', 'GEN-BND-02');
  if (arm.slot !== 'weapon') return no('noArmourSlot', 'GEN-BND-02');
  const most = desk.catalogue.numbers.band.max_weapons;
  if (slot >= most) return no('noSlots', 'GEN-BND-02', { most });
  if (desk.armourCounts && member.armour && member.weapons[slot] === undefined && member.weapons.length >= most - 1)
    return no('noSlotsArmour', 'GEN-BND-02', { most });
  if (member.weapons.some((one, n) => one === id && n !== slot)) return no('noTwice', 'GEN-BND-02');
  return short(arm.cost - refund(member.weapons[slot], desk), desk);
}

/** Why an armour cannot be worn; `null` when it can. */
function whyNotArmour(member: Member, id: Weapon, desk: Desk): Refused | null {
  const arm = armOf(desk.catalogue, id);
  if (!arm || arm.era !== desk.era) return no('noEra', 'GEN-BND-02');
  if (arm.slot !== 'armour') return no('noArmourSlot', 'GEN-BND-02');
  const most = desk.catalogue.numbers.band.max_weapons;
  if (desk.armourCounts && !member.armour && member.weapons.length >= most) return no('noSlotsArmour', 'GEN-BND-02', { most });
  return short(arm.cost - refund(member.armour, desk), desk);
}

const refund = (id: Weapon | null | undefined, desk: Desk): number => (!id || desk.kind === 'serving' ? 0 : (armOf(desk.catalogue, id)?.cost ?? 0));

/** Why a skill cannot be taken as the first (0) or second (1); `null` when it can. */
export function whyNotSkill(member: Member, place: number, id: Skill, desk: Desk): Refused | null {
  const { band } = desk.catalogue.numbers;
  if (place >= band.max_skills) return no('noSkills', 'GEN-BND-04', { most: band.max_skills });
  if (desk.kind === 'recruit' && place > 0) return no('noSecondHired', 'GEN-CMP-06');
  if (member.skills.some((one, n) => one === id && n !== place)) return no('noSame', 'GEN-BND-05');
  const bearer = band.unique_skill_exceptions.includes(id) ? undefined : desk.others.find((one) => one.skills.includes(id));
  if (bearer) return no('noUnique', 'GEN-BND-05', { bearer: bearer.name });
  const price = skillPrice(id, place, member.founder, desk.catalogue);
  const old = member.skills[place];
  return short(
    price - (old === undefined ? 0 : skillPrice(old, place, member.founder, desk.catalogue)),
    desk,
    desk.kind === 'serving' ? 'GEN-CMP-07' : 'GEN-CMP-06',
  );
}

/** What the band says of something put somewhere. */
export const judgeOf =
  (desk: Desk, member: Member): Judge =>
  (place, id) => {
    const [slot, n] = place.split('.');
    if (slot === 'skill') {
      const skill = id as Skill;
      return { price: skillPrice(skill, Number(n), member.founder, desk.catalogue), refused: whyNotSkill(member, Number(n), skill, desk) };
    }
    const weapon = id as Weapon;
    const price = armOf(desk.catalogue, weapon)?.cost ?? 0;
    return { price, refused: slot === 'armour' ? whyNotArmour(member, weapon, desk) : whyNotWeapon(member, Number(n), weapon, desk) };
  };
