/** How Baston is told in comic panels: which facts make a blow, and what they count for. */
import { cardText } from '../../../i18n/baston';
import type { Fact, View, Who } from '../../../protocol/baston';
import { beatOf } from '../board/baston';
import { captionOf } from '../../house/caption';
import { END, toldBy, type Comic, type Luck, type Part } from '../../comic/comic';
import { shareOf } from '../../comic/tale';
import Face from './Face.svelte';
import Limb from './Limb.svelte';
import Place from './Place.svelte';
import Weapon from './Weapon.svelte';

/** A wound outweighs a sequence of stars; nothing outweighs somebody who is out. */
const WOUND = 3;
const STAR = 2;
const OUT = 12;
/** Falls, by how they make people laugh. */
const FALLS = { bump: 1, floor: 2, hurled: 3, tumble: 4 } as const;

function partOf(fact: Fact, before: View): Part | typeof END | null {
  const shown = () => toldBy(beatOf(fact, before));
  switch (fact.t) {
    case 'acts':
    case 'turn':
    case 'enter':
      return END;
    case 'targets':
      return { begins: true, who: fact.who, target: fact.target };
    case 'throws':
      return { begins: true, who: fact.who, weapon: before.items[fact.id]?.kind };
    case 'seized':
      return { begins: true, who: fact.who, target: fact.victim, ...shown() };
    case 'to_hit': {
      const beat = beatOf(fact, before);
      return { begins: true, blow: true, who: fact.who, target: fact.target, ...toldBy(beat), ...(beat?.wields ? { weapon: beat.wields } : {}) };
    }
    case 'location':
      return { befalls: fact.target, limb: fact.part, ...shown() };
    default:
      return befallen(fact, before, shown);
  }
}

/** What comes of a blow, a fall or a shove. */
function befallen(fact: Fact, before: View, shown: () => Partial<Part>): Part | null {
  const on = (who: Who, more: Partial<Part> = {}): Part => ({ befalls: who, ...shown(), ...more });
  switch (fact.t) {
    case 'wounded':
      return on(fact.who, { limb: fact.part, harm: fact.wounds * WOUND });
    case 'stunned':
      return fact.gained > 0 ? on(fact.who, { stars: fact.gained, harm: fact.gained * STAR }) : null;
    case 'out':
      return on(fact.who, { harm: OUT });
    case 'left_board':
      return fact.by === null ? on(fact.who, { fall: FALLS.hurled }) : on(fact.who, { harm: OUT, fall: FALLS.tumble });
    case 'test':
    case 'stun_roll':
      return on(fact.who);
    case 'strength':
      return { ...shown(), begins: true, who: fact.mover, target: fact.other };
    case 'impossible':
      return on(fact.who, { fall: FALLS.bump });
    case 'posture':
      // Whoever lies down of his own will is not funny.
      return fact.prone && !fact.rule.startsWith('BAS-TER') ? on(fact.who, { fall: FALLS.floor }) : null;
    case 'moved':
      return fact.way === 'fall' ? on(fact.who, { fall: FALLS.tumble }) : fact.way === 'pushed' ? on(fact.who, { fall: FALLS.bump }) : null;
    case 'door_destroyed':
    case 'window':
    case 'panel_destroyed':
    case 'phone_destroyed':
    case 'glass':
    case 'piece':
      return beatOf(fact, before)?.word ? shown() : null;
    default:
      return null;
  }
}

function luckOf(fact: Fact, before: View): Luck | null {
  const by = (who: Who, sides: number, face: number, low = false): Luck | null => {
    const seat = before.fighters[who]?.seat;
    return seat === undefined ? null : { seat, share: shareOf(sides, face, low) };
  };
  switch (fact.t) {
    case 'to_hit':
      return by(fact.who, 20, fact.die);
    case 'test':
    case 'stun_roll':
      return by(fact.who, 8, fact.die, true);
    case 'strength':
      return fact.die === null ? null : by(fact.mover, 8, fact.die);
    default:
      return null;
  }
}

const comic: Comic<View, Fact> = {
  part: partOf,
  person(view, who) {
    const one = view.fighters[who];
    return one ? { name: one.name, letter: one.letter, seat: one.seat } : null;
  },
  caption: captionOf('baston'),
  luck: luckOf,
  Face,
  Place,
  Weapon,
  Limb,
  starsIn: (n) => cardText('starsIn', { n }),
};

export default comic;
