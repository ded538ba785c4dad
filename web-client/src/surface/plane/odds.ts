/** The odds of a blow as they stand over whoever could be hit. */
import type { Odds } from './tools';
import { percent, t } from './words';

/** How far above him, in pixels. */
export const ODDS_UP = 54;

export const oddsWords = ({ hit }: Pick<Odds, 'hit'>): string => t('share', { n: percent(hit) });
