import type { Fact } from '../../protocol/baston';
import type { Notice as Told, Telling } from '../../store/fold';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;

/** With a phase ended what was confirmed in it; notices of the first formats left it to whoever read them. */
const ENDS: readonly Fact['t'][] = ['turn', 'enter', 'revealed'];

/** What Baston tells otherwise than its data say. */
export const telling: Telling<Fact> = {
  old({ ready }, facts) {
    const set: [string, unknown][] = [];
    if (facts.some((fact) => ENDS.includes(fact.t))) set.push(['bands.*.ready', false]);
    if (Array.isArray(ready)) set.push([`bands.${String(ready[0])}.ready`, ready[1]]);
    return { facts, set };
  },
};
