/** Decisions of the rules, and what the client makes of each. */
import type { Dec } from '../../../protocol/generik';

/** What is done with a decision. */
interface Use {
  /** Its outcome is told by the very next fact. */
  readonly told: boolean;
  /** It is listed among those that may take their default at once. */
  readonly listed: boolean;
  /** Which figure of its question attacks. */
  readonly attacker: 'fig' | 'about';
}

const PLAIN: Use = { told: false, listed: false, attacker: 'about' };
const LISTED: Use = { ...PLAIN, listed: true };

export const DECS = {
  'GEN-DEC-01': PLAIN,
  'GEN-DEC-02': PLAIN,
  'GEN-DEC-03': { ...PLAIN, told: true },
  'GEN-DEC-04': PLAIN,
  'GEN-DEC-05': PLAIN,
  'GEN-DEC-06': PLAIN,
  'GEN-DEC-10': PLAIN,
  'GEN-DEC-11': PLAIN,
  'GEN-DEC-12': PLAIN,
  'GEN-DEC-13': PLAIN,
  'GEN-DEC-14': PLAIN,
  'GEN-DEC-15': PLAIN,
  'GEN-DEC-16': LISTED,
  'GEN-DEC-17': LISTED,
  'GEN-DEC-18': { ...LISTED, told: true },
  'GEN-DEC-19': { ...LISTED, told: true },
  'GEN-DEC-20': { ...LISTED, attacker: 'fig' },
  'GEN-DEC-21': LISTED,
  'GEN-DEC-23': LISTED,
  'GEN-DEC-24': LISTED,
  'GEN-DEC-25': LISTED,
  'GEN-DEC-26': LISTED,
  'GEN-DEC-28': { told: true, listed: true, attacker: 'fig' },
  'GEN-DEC-29': PLAIN,
  'GEN-DEC-30': PLAIN,
  'GEN-DEC-31': PLAIN,
  'GEN-DEC-32': PLAIN,
  'GEN-DEC-40': PLAIN,
  'GEN-DEC-41': PLAIN,
  'GEN-DEC-42': PLAIN,
  'GEN-DEC-43': PLAIN,
  'GEN-DEC-44': PLAIN,
  'GEN-DEC-45': PLAIN,
  'GEN-DEC-46': PLAIN,
} as const satisfies Record<Dec, Use>;

export const isDec = (text: string): text is Dec => text in DECS;

/** Decisions in the middle of a resolution that may take their default at once, in the order of the rules. */
export const LISTED_DECS: readonly Dec[] = Object.keys(DECS)
  .filter(isDec)
  .filter((dec) => DECS[dec].listed);
