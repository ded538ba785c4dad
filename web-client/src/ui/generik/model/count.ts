/** The count at the end of a fight, point by point (section 18). */
import type { ScorePart } from '../../../protocol';
import type { Fact } from '../../../protocol/generik';

/** Points, what they are for, and the rule that gives them. */
export interface Counted {
  readonly code: string;
  readonly fig: number | null;
  readonly n: number;
  readonly rule: string;
}

/** Where another rule than that of the scenario says it. */
const RULES: Readonly<Record<string, string>> = { win: 'GEN-SET-10', weaker: 'R-243', control: 'GEN-SCN-31', exit: 'GEN-SCN-50', sack: 'GEN-SCN-60' };

/** The count of a seat; `null` before there is one, and where nothing was counted. */
export function countOf(facts: readonly Fact[], seat: number): readonly Counted[] | null {
  const told = facts.find((fact) => fact.t === 'score' && fact.seat === seat);
  if (told?.t !== 'score') return null;
  return told.lines.map((line) => ({ ...line, rule: RULES[line.code] ?? told.rule }));
}

/** A count as the parts of a score. */
export const partsOf = (count: readonly Counted[] | null): ScorePart[] | null =>
  count?.map(({ fig, ...part }) => ({ ...part, ...(fig === null ? {} : { who: fig }) })) ?? null;

/** Whether a game of a campaign was no fight and gave nothing. */
export const unfought = (facts: readonly Fact[]): boolean => facts.some((fact) => fact.t === 'ended' && fact.rule === 'R-352');
