/** The odds of an attack, as they stand over a target. */
import type { Odds } from './tools';
import { percent, t } from './words';

/** Distance of the odds above the place of the target, in pixels. */
export const ODDS_UP = 54;

export const oddsWords = ({ hit }: Pick<Odds, 'hit'>): string => t('share', { n: percent(hit) });
