/** How énergie is told in comic panels: which facts make a blow, and what they count for. */
import type { Fact, View, Weapon as WeaponId, Who } from '../../../protocol/energie';
import { END, type Comic, type Luck, type Part } from '../../comic/comic';
import { houseOf } from '../../house/presented.svelte';
import { diceOf, soundOf } from '../board/beats';
import { fighterOf, letterOf, nameOf } from '../model/people';
import Face from '../parts/Face.svelte';
import Weapon from './Weapon.svelte';

/** PE that a blow takes weigh as much; nothing outweighs somebody who falls. */
const OUT = 12;
/** Falls, by how they make people laugh. */
const FALL = 3;
/** Throws of six dice or fewer: the share of successes that a die has by itself. */
const PLAIN = 3;

/** The weapon of the attack that is told: its result does not name it. */
let weapon: WeaponId | undefined;

function partOf(fact: Fact, before: View): Part | typeof END | null {
  switch (fact.t) {
    case 'turn':
    case 'slot':
      return END;
    case 'aims':
      weapon = fact.weapon;
      return { begins: true, who: fact.who, target: fact.at ?? undefined, weapon: fact.weapon };
    case 'guarded':
      return { begins: true, who: fact.who, target: fact.target, word: 'HOP LÀ !', force: 2 };
    case 'reacted':
      return { befalls: fact.who, word: 'ATTENTION !', force: 2 };
    case 'test':
      return { befalls: fact.who, ...(fact.trial === 'attack' || fact.trial === 'ram' ? { blow: true } : {}), dice: diceOf(fact, before) };
    case 'struck': {
      const [sound] = soundOf(weapon);
      const hit = fact.verdict === 'hit';
      return {
        befalls: fact.target ?? fact.who,
        word: hit ? sound : fact.verdict === 'disarms' ? 'CLING !' : 'FWIP !',
        force: fact.critical ? 3 : hit ? 2 : 1,
        harm: fact.sum.damage,
      };
    }
    default:
      return befallen(fact);
  }
}

function befallen(fact: Fact): Part | null {
  const on = (who: Who, more: Partial<Part> = {}): Part => ({ befalls: who, ...more });
  switch (fact.t) {
    case 'fell':
      return on(fact.who, { word: 'K.O. !', force: 3, harm: OUT });
    case 'prone':
      return fact.prone ? on(fact.who, { fall: FALL }) : null;
    case 'fumbled':
      return on(fact.who, { word: fact.jammed ? 'CLIC…' : 'OUPS !', force: 2, fall: 1 });
    case 'pe':
      return fact.change < 0 ? on(fact.who, { note: `−${-fact.change} PE`, stars: -fact.change }) : on(fact.who, { note: `+${fact.change} PE` });
    case 'mine':
      return { begins: true, word: 'BAOUM !', force: 3 };
    case 'burns':
      return { begins: true, word: 'FWOUCH !', force: 3 };
    case 'console':
      return on(fact.who, { word: fact.done ? 'BIP BIP !' : 'BZZT…' });
    default:
      return null;
  }
}

/** How many successes came of how many that might: dice with the same threshold beat each other by that. */
function luckOf(fact: Fact, before: View): Luck | null {
  const seat = fact.t === 'test' ? fighterOf(before, fact.who)?.sheet.seat : null;
  if (fact.t !== 'test' || seat === null || seat === undefined || fact.faces.length === 0) return null;
  const mean = (fact.faces.length * (7 - fact.threshold)) / 6;
  const off = (fact.successes - mean) / Math.max(1, Math.sqrt(fact.faces.length / PLAIN));
  return { seat, share: Math.max(0, Math.min(1, 0.5 + off / 3)) };
}

const comic: Comic<View, Fact> = {
  part: partOf,
  person(view, who) {
    const one = fighterOf(view, who);
    return one ? { name: nameOf(view, who), letter: letterOf(who), seat: one.sheet.seat } : null;
  },
  caption(fact, before) {
    const said = houseOf('energie')?.line(fact, () => '–', before);
    return said ? { text: said.text, weight: said.weight } : null;
  },
  luck: luckOf,
  Face,
  Weapon,
};

export default comic;
