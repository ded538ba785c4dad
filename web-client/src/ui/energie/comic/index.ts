/** The comic panels of énergie: which facts make a blow, and what they count for. */
import type { Fact, View, Weapon as WeaponId } from '../../../protocol/energie';
import { END, type Comic, type Luck, type Part } from '../../comic/comic';
import { byKind } from '../../house/kinds';
import { captionOf } from '../../house/caption';
import { diceOf, soundOf } from '../board/beats';
import { fighterOf, letterOf, shortName } from '../model/people';
import Face from '../parts/Face.svelte';
import Place from './Place.svelte';
import Weapon from './Weapon.svelte';

/** The harm of a K.O., on the scale of blows, which count for the PE that they take. */
const OUT = 12;
/** What a fall counts for as a funny one; a fumble counts 1. */
const FALL = 3;
/** The dice up to which a surplus of successes counts in full; that of more dice is divided by the root of `dice / PLAIN`. */
const PLAIN = 3;

/** The weapon of the current attack, which its result does not name. */
let weapon: WeaponId | undefined;

const end = (): typeof END => END;

const partOf = byKind<Fact, [before: View], Part | typeof END | null>({
  turn: end,
  slot: end,
  aims(fact) {
    weapon = fact.weapon;
    return { begins: true, who: fact.who, target: fact.at ?? undefined, weapon };
  },
  guarded: ({ who, target }) => ({ begins: true, who, target, word: 'HOP LÀ !', force: 2 }),
  reacted: ({ who }) => ({ befalls: who, word: 'ATTENTION !', force: 2 }),
  test: (fact, before) => ({ befalls: fact.who, ...(fact.trial === 'attack' || fact.trial === 'ram' ? { blow: true } : {}), dice: diceOf(fact, before) }),
  struck({ who, target, verdict, critical, sum }) {
    const hit = verdict === 'hit';
    const sound = hit ? soundOf(weapon)[0] : verdict === 'disarms' ? 'CLING !' : 'FWIP !';
    return { befalls: target ?? who, word: sound, force: critical ? 3 : hit ? 2 : 1, harm: sum.damage };
  },
  fell: ({ who }) => ({ befalls: who, word: 'K.O. !', force: 3, harm: OUT }),
  prone: ({ who, prone }) => (prone ? { befalls: who, fall: FALL } : null),
  fumbled: ({ who, jammed }) => ({ befalls: who, word: jammed ? 'CLIC…' : 'OUPS !', force: 2, fall: 1 }),
  pe: ({ who, change }) => (change < 0 ? { befalls: who, note: `−${-change} PE`, stars: -change } : { befalls: who, note: `+${change} PE` }),
  mine: () => ({ begins: true, word: 'BAOUM !', force: 3 }),
  burns: () => ({ begins: true, word: 'FWOUCH !', force: 3 }),
  console: ({ who, done }) => ({ befalls: who, word: done ? 'BIP BIP !' : 'BZZT…' }),
});

/** Returns the luck of a test: its successes against the mean of as many dice with the same threshold. */
function luckOf(fact: Fact, before: View): Luck | null {
  const seat = fact.t === 'test' ? fighterOf(before, fact.who)?.sheet.seat : null;
  if (fact.t !== 'test' || seat === null || seat === undefined || fact.faces.length === 0) return null;
  const mean = (fact.faces.length * (7 - fact.threshold)) / 6;
  const off = (fact.successes - mean) / Math.max(1, Math.sqrt(fact.faces.length / PLAIN));
  return { seat, share: Math.max(0, Math.min(1, 0.5 + off / 3)) };
}

const comic: Comic<View, Fact> = {
  part: (fact, before) => partOf(fact, before) ?? null,
  person(view, who) {
    const one = fighterOf(view, who);
    return one ? { name: shortName(view, who), letter: letterOf(who), seat: one.sheet.seat } : null;
  },
  caption: captionOf('energie'),
  luck: luckOf,
  Face,
  Place,
  Weapon,
};

export default comic;
