/** The steps after a game without a screen (GEN-CMP). What can be chosen, for how much and why not is asked of the rules. */
import type { Appraisal, MemberAppraisal } from '../../../protocol';
import type { After, Aftermath, Member, Step, StepAdvice, Survivor } from '../../../protocol/generik';
import { judgeOf, type Judge } from '../../house/creation/offers';
import type { Catalogue } from '../catalogue';

/** All steps in their order. */
export const STEPS: readonly Step[] = ['money', 'reputation', 'care', 'pay', 'purchases', 'skills', 'chief'];

/** What a player thinks about before it is sent: the choice in the making, and whose slots are open. */
export interface Thought {
  readonly choice?: After | null;
  readonly member?: number | null;
}

/** What every step is given. */
export interface StepProps {
  aftermath: Aftermath;
  /** What the rules say of the thought. */
  told: StepAdvice;
  /** What they were asked about when they said it. */
  about: Thought;
  catalogue: Catalogue;
  seat: number;
  busy: boolean;
  onthink: (thought: Thought) => void;
  onsend: (after: After) => void;
}

/** A member with how it is and what the rules count for it. */
export interface One {
  readonly member: Member;
  readonly survivor: Survivor;
  readonly counted: MemberAppraisal | undefined;
}

/** Everybody still there, in the order of the band. */
export const living = (after: Aftermath, appraisal?: Appraisal): One[] =>
  after.band.members.flatMap((member, n) => {
    const survivor = after.members[n];
    return survivor && !survivor.gone ? [{ member, survivor, counted: appraisal?.members[n] }] : [];
  });

/** Whom a place is offered to, in the order of the offers, with its price and why not. */
export function offered(after: Aftermath, { appraisal }: StepAdvice, place: string) {
  const people = living(after, appraisal);
  return appraisal.offers.flatMap((offer) => {
    const one = offer.place === place ? people.find(({ member }) => `${member.id}` === offer.id) : undefined;
    return one ? [{ one, offer }] : [];
  });
}

/** What the rules say of the slots of somebody; nothing while they are asked. */
export const judgeFor = (told: StepAdvice, about: Thought, member: number): Judge =>
  about.member === member ? judgeOf(told.appraisal.offers) : () => undefined;

/** Faces such as `1–2`. */
export const facesOf = ({ from, to }: StepAdvice['faces'][number]): string => (from === to ? `${from}` : `${from}–${to}`);
