/** Chances and means of the server as they are read: whole percent, and one decimal. */
import { questionText as t } from '../../../i18n/baston';
import { lang } from '../../../i18n/index.svelte';
import type { Odds, Prospect, Question, Share, View, Who } from '../../../protocol/baston';

/** Whole percent; what is neither sure nor impossible never reads as if it were. */
export function percent({ n, of }: Share): number {
  const rounded = Math.round((100 * n) / of);
  return n > 0 && n < of ? Math.max(1, Math.min(99, rounded)) : rounded;
}

/** A mean with one decimal at most. */
const mean = ({ n, of }: Share): string => new Intl.NumberFormat(lang(), { maximumFractionDigits: 1 }).format(n / of);

/** What an answer promises: the chance to hit, then wounds and stuns on average, where there are any. */
export function oddsText(odds: Odds): string {
  const parts = [t('oddsHit', { n: percent(odds.hit) })];
  // A mean of 0.96 reads as one.
  const many = (share: Share) => Math.round((10 * share.n) / share.of) / 10;
  if (odds.wounds.n > 0) parts.push(t('oddsWounds', { mean: mean(odds.wounds), n: many(odds.wounds) }));
  if (odds.stuns.n > 0) parts.push(t('oddsStuns', { mean: mean(odds.stuns), n: many(odds.stuns) }));
  return parts.join(' · ');
}

/** Whom an answer can hit, as far as that is known: whoever a question is about stands in its odds. */
export const aimedAt = (question: Question): Who[] => [...new Set((question.odds ?? []).flatMap((odds) => odds?.target ?? []))];

/** What a blow of a sheet promises, and upon whom. */
export function prospectText(prospect: Prospect, view: View): string {
  const names = prospect.targets.map((who) => view.fighters[who]?.name ?? '');
  const upon = new Intl.ListFormat(lang(), { type: 'disjunction' }).format(names);
  return t('oddsUpon', { who: upon, odds: oddsText(prospect.odds) });
}
