import type { AnyFact } from '../../store/fold';
import type { Caption } from '../comic/comic';
import { houseOf } from './presented.svelte';

/** Returns a function that makes captions of the comic from the story texts of a system; `player` names the player of a seat. */
export const captionOf =
  <View>(ruleset: string, player: (seat: number, before: View) => string = () => '–') =>
  (fact: AnyFact, before: View): Caption | null => {
    const said = houseOf(ruleset)?.line(fact, (seat) => player(seat, before), before);
    return said ? { text: said.text, weight: said.weight } : null;
  };
