/** What was done in the steps after a game, in words. */
import { afterText as t } from '../../../i18n/generik/after';
import { fatesOf, type Fate } from '../model/told';
import { nameOf } from '../../../i18n/generik/naming';
import { armOf, talentOf, type Catalogue } from '../catalogue';
import type { After, Aftermath, Fact, Skill, Step, Weapon } from '../../../protocol/generik';

/** One thing that was done, with the die it called for and what it led to. */
export interface Told {
  readonly after: After;
  readonly face: number | null;
  readonly treasury: number;
  readonly reputation: number;
  /** Whether the reputation rose. */
  readonly risen: boolean;
  /** What became of whoever was cared for; `null` where nothing did. */
  readonly fate: Fate | null;
}

/** Names of the steps, as keys of the texts. */
export const NAMES = {
  money: 'stepMoney',
  reputation: 'stepReputation',
  care: 'stepCare',
  pay: 'stepPay',
  purchases: 'stepPurchases',
  skills: 'stepSkills',
  chief: 'stepChief',
  done: 'stepDone',
} as const satisfies Record<Step, string>;

const DICE = new Set(['money', 'reputation', 'care']);

/** What a seat did in those steps: its die, if one was thrown, comes first, then the choice, then how the band stands. */
export function tell(facts: readonly Fact[], seat: number): Told[] {
  const told: Told[] = [];
  let face: number | null = null;
  let done: After | null = null;
  let before: Aftermath | null = null;
  for (const fact of facts) {
    if (!('seat' in fact) || fact.seat !== seat) continue;
    if (fact.t === 'rolled' && DICE.has(fact.throw)) face = fact.faces[0] ?? null;
    else if (fact.t === 'did') done = fact.after;
    else if (fact.t === 'after') {
      const now = fact.aftermath;
      if (done) {
        const { treasury, reputation } = now.purse;
        const risen = before !== null && reputation > before.purse.reputation;
        const cared: number | null = 'care' in done ? done.care : null;
        const fate = fatesOf(before, now).find((one) => one.id === cared)?.fate ?? null;
        told.push({ after: done, face, treasury, reputation, risen, fate });
      }
      before = now;
      face = null;
      done = null;
    }
  }
  return told;
}

const FATES = { healed: 'toldHealed', wounded: 'toldWounded', dead: 'toldDead', left: 'toldDead' } as const satisfies Record<Fate, string>;

export function sayAfter({ after, treasury, reputation, risen, fate }: Told, aftermath: Aftermath, catalogue: Catalogue): string {
  const who = (id: number): string => aftermath.band.members.find((one) => one.id === id)?.name ?? `#${id}`;
  const arm = (id: Weapon): string => {
    const row = armOf(catalogue, id);
    return row ? nameOf(row) : id;
  };
  const talent = (id: Skill): string => {
    const row = talentOf(catalogue, id);
    return row ? nameOf(row) : id;
  };
  if ('money' in after) return after.money.length > 0 ? t('toldMoney', { n: after.money.length, to: treasury }) : t('toldMoneyNone');
  if ('reputation' in after)
    return after.reputation.length > 0
      ? t(risen ? 'toldReputation' : 'toldReputationSame', { n: after.reputation.length, to: reputation })
      : t('toldReputationNone');
  if ('care' in after) return after.care === null ? t('toldCareNone') : t(fate === null ? 'toldCare' : FATES[fate], { who: who(after.care) });
  if ('pay' in after) return after.pay.dismissed.length > 0 ? t('toldPayLeaving', { who: after.pay.dismissed.map(who).join(', ') }) : t('toldPay');
  if ('skill' in after) return after.skill === null ? t('toldSkillNone') : t('toldSkill', { who: who(after.skill[0]), what: talent(after.skill[1]) });
  if ('chief' in after) return t('toldChief', { who: who(after.chief) });
  if (after.buy === null) return t('toldBuyNone');
  if ('arm' in after.buy) return t('toldBuy', { who: who(after.buy.arm.member), what: arm(after.buy.arm.weapon) });
  if ('armour' in after.buy) return t('toldBuy', { who: who(after.buy.armour.member), what: arm(after.buy.armour.armour) });
  if ('discard' in after.buy) return t('toldDiscard', { who: who(after.buy.discard.member), what: arm(after.buy.discard.weapon) });
  return t('toldRecruit', { who: after.buy.recruit.name });
}
