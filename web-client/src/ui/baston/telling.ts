import type { Fact } from '../../protocol/baston';
import type { Noise } from '../common/sounds';
import type { Notice as Told, Telling } from '../../store/fold';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;

/** A fact that changes nothing to be seen passes with what comes next. */
function beat(fact: Fact): number | undefined {
  switch (fact.t) {
    case 'enter':
      return fact.phase === 'rank' ? undefined : 0;
    case 'plays':
      return fact.order === '-' ? 0 : undefined;
    case 'stunned':
      return fact.gained > 0 ? undefined : 0;
    case 'strength':
      return fact.die === null ? 200 : undefined;
    case 'cancelled':
      return fact.why === 'together' ? 0 : undefined;
    case 'working':
      return fact.task ? undefined : 0;
    case 'location':
      return fact.die === null ? 0 : undefined;
    default:
      return undefined;
  }
}

function noise(fact: Fact): Noise | null | undefined {
  switch (fact.t) {
    case 'to_hit':
      return fact.hit ? 'hit' : 'miss';
    case 'posture':
      return fact.prone ? 'fall' : null;
    case 'glass':
      return fact.present ? 'glass' : null;
    default:
      return undefined;
  }
}

/** With a phase ended what was confirmed in it; notices of the first formats left it to whoever read them. */
const ENDS: readonly Fact['t'][] = ['turn', 'enter', 'revealed'];

/** What Baston tells otherwise than its data say. */
export const telling: Telling<Fact> = {
  beat,
  noise,
  old({ ready }, facts) {
    const set: [string, unknown][] = [];
    if (facts.some((fact) => ENDS.includes(fact.t))) set.push(['bands.*.ready', false]);
    if (Array.isArray(ready)) set.push([`bands.${String(ready[0])}.ready`, ready[1]]);
    return { facts, set };
  },
};
