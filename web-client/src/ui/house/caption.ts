import type { AnyFact } from '../../store/fold';
import type { Caption } from '../comic/comic';
import { houseOf } from './presented.svelte';

/** Captions of the comic as the story of a system tells its facts; `player` is what a seat is called. */
export const captionOf =
  <View>(ruleset: string, player: (seat: number, before: View) => string = () => '–') =>
  (fact: AnyFact, before: View): Caption | null => {
    const said = houseOf(ruleset)?.line(fact, (seat) => player(seat, before), before);
    return said ? { text: said.text, weight: said.weight } : null;
  };
