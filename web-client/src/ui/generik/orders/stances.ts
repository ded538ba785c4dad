/** The usual answers to opportunity windows, given in advance with one tap. */
import type { Standing } from '../../../protocol/generik';

/** Chances to hit, in percent, at which it is usual to shoot. */
export const CHANCES = [33, 50] as const;

export type StanceKey = 'ask' | 'every' | 'hold' | `at${(typeof CHANCES)[number]}` | 'own';

/** Nothing said in advance. */
export const NOTHING: Standing = { watches: [], pass: false, defaults: [] };

/** Which of the usual answers these are. */
export function stanceOf(standing: Standing): StanceKey {
  const { watches, pass } = standing;
  const [first] = watches;
  if (!first) return pass ? 'hold' : standing.every ? 'every' : 'ask';
  const plain = watches.length === 1 && pass && first.stance === 'shoot' && [first.fig, first.against, first.within].every((one) => one === undefined);
  const chance = plain ? CHANCES.find((n) => n === first.at_least) : undefined;
  return chance === undefined ? 'own' : `at${chance}`;
}

/** The answers with another of the usual ones to windows; what else was said stays. */
export function withStance(standing: Standing, key: StanceKey): Standing {
  if (key === 'own') return standing;
  const chance = CHANCES.find((n) => key === `at${n}`);
  return {
    ...standing,
    watches: chance === undefined ? [] : [{ stance: 'shoot', at_least: chance }],
    pass: key === 'hold' || chance !== undefined,
    every: key === 'every',
  };
}
