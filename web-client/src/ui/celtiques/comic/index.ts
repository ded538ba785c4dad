/** The comic panels of Celtiques: which facts make an exchange, and what they count for. */
import { word } from '../../../i18n/celtiques/word';
import type { Fact, View, Who } from '../../../protocol/celtiques';
import { END, toldBy, type Comic, type Luck, type Part } from '../../comic/comic';
import { shareOf } from '../../comic/tale';
import { byKind } from '../../house/kinds';
import { captionOf } from '../../house/caption';
import { beatOf } from '../board/beats';
import { shortName } from '../model/people';
import Face from './Face.svelte';
import Place from './Place.svelte';
import Weapon from './Weapon.svelte';

/** Throws in which a high face is good for the fighter that throws. */
const HIGH: readonly string[] = ['attack', 'shot', 'dodge', 'damage', 'resistance', 'terror', 'courage', 'survival', 'disengage', 'escape'];
/** Throws that are drawn in a panel, also outside of an exchange. */
const ALONE: readonly string[] = [...HIGH, 'critical', 'strength', 'agility'];

const told = (fact: Fact, before: View) => toldBy(beatOf(fact, before));

/** Returns the weapon that a fighter has in hand. */
const handOf = (view: View, who: Who): string | undefined => {
  const hand = view.scene.fighters[who]?.gear.hand;
  return hand == null ? undefined : view.known[who]?.weapons[hand];
};

const end = (): typeof END => END;
/** Returns the part of a fact that befalls its fighter, with the sound and the dice that the map shows. */
const on =
  <F extends Fact & { who: Who }>(more: (fact: F) => Partial<Part> = () => ({})) =>
  (fact: F, before: View): Part => ({ befalls: fact.who, ...told(fact, before), ...more(fact) });
const exchange = (fact: Extract<Fact, { t: 'strikes' | 'shoots' }>, before: View): Part => {
  const weapon = handOf(before, fact.who);
  return { begins: true, blow: true, who: fact.who, target: fact.at, ...told(fact, before), ...(weapon ? { weapon } : {}) };
};

const partOf = byKind<Fact, [before: View], Part | typeof END | null>({
  turn: end,
  segment: end,
  stage: end,
  cries: (fact, before) => ({ begins: true, who: fact.who, ...told(fact, before) }),
  strikes: (fact, before) => ({ ...exchange(fact, before), ...(fact.zone != null ? { limb: fact.zone } : {}) }),
  shoots: exchange,
  rolled: (fact, before) => (ALONE.includes(fact.throw) ? { befalls: fact.who, ...told(fact, before) } : null),
  verdict: (fact, before) => ({ befalls: fact.at, ...told(fact, before) }),
  hurt: on(({ blessure, fatigue }) => ({ harm: 2 * blessure + fatigue })),
  critical: on(() => ({ harm: 2 })),
  status: on(({ status }) => (status === 'out' ? { harm: 6, stars: 3 } : {})),
  falls: on(() => ({ fall: 3 })),
  loses: on(({ stunned }) => ({ stars: stunned ? 2 : 1 })),
  impaled: on(),
  afraid: on(),
  survives: on(),
  seized: on(),
  freed: on(),
  breaks: on(),
  drops: on(),
  head: on(),
});

function luckOf(fact: Fact, before: View): Luck | null {
  if (fact.t !== 'rolled' || !HIGH.includes(fact.throw) || fact.faces.length === 0) return null;
  const seat = before.known[fact.who]?.seat ?? null;
  return seat === null ? null : { seat, share: fact.faces.reduce((sum, face) => sum + shareOf(6, face), 0) / fact.faces.length };
}

const comic: Comic<View, Fact> = {
  part: (fact, before) => partOf(fact, before) ?? null,
  person(view, who) {
    const known = view.known[who];
    return known ? { name: shortName(known), letter: known.letter, seat: known.seat } : null;
  },
  caption: captionOf('celtiques', (seat, before: View) => before.setup.bands[seat]?.name ?? ''),
  luck: luckOf,
  Face,
  Place,
  Weapon,
  heads: () => ({ stunned: word('tale.stunned') }),
  starsIn: (n) => word('tale.stars', { n }),
};

export default comic;
