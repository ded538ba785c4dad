/** The steps after a game without a screen (GEN-CMP): what can be chosen, what it costs, what happens without an answer. */
import type { Health, Member } from '../../../protocol/generik';
import type { Catalogue } from '../catalogue';
import { costOf, type Desk } from './desk';
import type { After, Aftermath, Step, Survivor } from '../../../protocol/generik';

/** All steps in their order. */
export const STEPS: readonly Step[] = ['money', 'reputation', 'care', 'pay', 'purchases', 'skills', 'chief'];

/** The rule of a step. */
export const RULES: Readonly<Record<Step, string>> = {
  money: 'GEN-CMP-02',
  reputation: 'GEN-CMP-03',
  care: 'GEN-CMP-04',
  pay: 'GEN-CMP-05',
  purchases: 'GEN-CMP-06',
  skills: 'GEN-CMP-07',
  chief: 'GEN-CMP-08',
  done: 'GEN-CMP-08',
};

/** What every step is given. */
export interface StepProps {
  aftermath: Aftermath;
  catalogue: Catalogue;
  seat: number;
  busy: boolean;
  onsend: (after: After) => void;
}

/** A member with how it is. */
export interface One {
  readonly member: Member;
  readonly survivor: Survivor;
}

/** Everybody still there, in the order of the band. */
export const living = (after: Aftermath): One[] =>
  after.band.members.flatMap((member, n) => {
    const survivor = after.members[n];
    return survivor && !survivor.gone ? [{ member, survivor }] : [];
  });

/** Whether somebody may still be sent for money or reputation. */
export const isFree = (survivor: Survivor): boolean => survivor.fit && !survivor.for_money;

export const free = (after: Aftermath): number[] =>
  living(after)
    .filter(({ survivor }) => isFree(survivor))
    .map(({ member }) => member.id);

/** The least and the most that going for money brings (GEN-CMP-02). */
export const earnings = (after: Aftermath, n: number): [number, number] => [1 + n + after.purse.reputation, 6 + n + after.purse.reputation];

/** The least face that brings reputation (GEN-CMP-03); above 6 none does. */
export const reputationNeed = (n: number, catalogue: Catalogue): number => Math.max(1, catalogue.numbers.campaign.reputation_min_total - n);

/** Pay of a member (GEN-CMP-05). */
export function payOf(member: Member, catalogue: Catalogue): number {
  const { campaign } = catalogue.numbers;
  const gear = member.weapons.length + (member.armour ? 1 : 0);
  return campaign.pay_per_man + campaign.pay_per_skill * member.skills.length + campaign.pay_per_weapon * gear;
}

/** Pay of all who stay. */
export const payDue = (after: Aftermath, dismissed: readonly number[], catalogue: Catalogue): number =>
  living(after)
    .filter(({ member }) => !dismissed.includes(member.id))
    .reduce((sum, { member }) => sum + payOf(member, catalogue), 0);

/** Price of care for somebody now; `null` when nothing can be done (GEN-CMP-04, R-219). */
export function carePrice(survivor: Survivor, catalogue: Catalogue): number | null {
  const { campaign } = catalogue.numbers;
  if (survivor.health === 'well') return null;
  if (survivor.health === 'wounded') return campaign.care_wounded_cost;
  return survivor.tried ? null : campaign.care_ooa_cost;
}

const ORDER: Readonly<Record<Health, number>> = { well: 0, wounded: 0, out: 1 };

/** Who needs care, as GEN-DEC-42 goes through them: the chief, the wounded, those out of action, each by number. */
export const patients = (after: Aftermath): One[] =>
  living(after)
    .filter(({ survivor }) => survivor.health !== 'well')
    .sort((a, b) => Number(b.member.chief) - Number(a.member.chief) || ORDER[a.survivor.health] - ORDER[b.survivor.health] || a.member.id - b.member.id);

/** Faces of the die for each outcome of the care of somebody out of action, such as `1–2`. */
export function careFaces(catalogue: Catalogue): { outcome: 'dead' | 'wounded' | 'healed'; faces: string }[] {
  const table = catalogue.numbers.campaign.care_ooa_table;
  return (['dead', 'wounded', 'healed'] as const).flatMap((outcome) => {
    const faces = table.flatMap((one, n) => (one === outcome ? [n + 1] : []));
    const [first, last] = [faces[0], faces.at(-1)];
    return first === undefined ? [] : [{ outcome, faces: first === last ? `${first}` : `${first}–${last}` }];
  });
}

/** Who leaves when nobody says who (GEN-DEC-43): the cheapest first, the chief last. */
export function unpaid(after: Aftermath, catalogue: Catalogue): number[] {
  const order = living(after)
    .map(({ member }) => member)
    .sort((a, b) => Number(a.chief) - Number(b.chief) || costOf(a, catalogue) - costOf(b, catalogue) || a.id - b.id);
  let due = payDue(after, [], catalogue);
  const leaving: number[] = [];
  for (const member of order) {
    if (due <= after.purse.treasury) break;
    due -= payOf(member, catalogue);
    leaving.push(member.id);
  }
  return leaving;
}

/** The new chief when nobody says who (GEN-DEC-46): the dearest, lowest number first. */
export const heir = (after: Aftermath, catalogue: Catalogue): number | null =>
  living(after)
    .map(({ member }) => member)
    .sort((a, b) => costOf(b, catalogue) - costOf(a, catalogue) || a.id - b.id)[0]?.id ?? null;

/** What happens when nobody answers (GEN-DEC-40 to 46); `null` once all is done. */
export function fallback(after: Aftermath, catalogue: Catalogue): After | null {
  switch (after.step) {
    case 'money':
      return { money: free(after) };
    case 'reputation':
      return { reputation: free(after) };
    case 'care': {
      const due = payDue(after, [], catalogue);
      const first = patients(after).find(({ survivor }) => {
        const price = carePrice(survivor, catalogue);
        return price !== null && price + due <= after.purse.treasury;
      });
      return { care: first?.member.id ?? null };
    }
    case 'pay':
      return { pay: { dismissed: unpaid(after, catalogue) } };
    case 'purchases':
      return { buy: null };
    case 'skills':
      return { skill: null };
    case 'chief': {
      const id = heir(after, catalogue);
      return id === null ? null : { chief: id };
    }
    case 'done':
      return null;
  }
}

/** The next reputation that gives a skill (GEN-CMP-07). */
export function nextThreshold(after: Aftermath, catalogue: Catalogue): number {
  const { skill_thresholds: printed, skill_threshold_step_after: step } = catalogue.numbers.campaign;
  const served = after.purse.threshold;
  const last = printed.at(-1) ?? 0;
  return printed.find((one) => one > served) ?? served + step - ((served - last) % step);
}

/** The desk for somebody who is already in the band, or for a recruit (`id` of nobody). */
export const deskFor = (after: Aftermath, id: number | null, catalogue: Catalogue, armourCounts: boolean): Desk => ({
  catalogue,
  armourCounts,
  era: after.band.era,
  left: after.purse.treasury,
  others: living(after)
    .map(({ member }) => member)
    .filter((member) => member.id !== id),
  kind: id === null ? 'recruit' : 'serving',
});
