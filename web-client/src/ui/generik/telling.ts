import type { Fact, Verdict } from '../../protocol/generik';
import type { Noise } from '../common/sounds';
import type { Notice as Told, Telling } from '../../store/fold';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;

/** Blows that tell. */
const HITS: readonly Verdict[] = ['hit', 'won', 'won_by_sword'];

function noise(fact: Fact): Noise | null | undefined {
  switch (fact.t) {
    case 'verdict':
      return HITS.includes(fact.verdict) ? 'hit' : 'miss';
    case 'down':
      return fact.down ? 'fall' : null;
    case 'status':
      return fact.status === 'ooa' ? 'out' : null;
    default:
      return undefined;
  }
}

/** What GeneriK tells otherwise than its data say. */
export const telling: Telling<Fact> = {
  noise,
  old({ sealed }, facts) {
    const seals: Fact[] = typeof sealed === 'number' ? [{ rule: '', t: 'sealed', seat: sealed }] : [];
    return { facts: [...facts, ...seals], set: [] };
  },
};
