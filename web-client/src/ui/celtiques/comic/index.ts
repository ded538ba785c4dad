/** How Celtiques is told in comic panels: which facts make an exchange, and what they count for. */
import { word } from '../../../i18n/celtiques/word';
import { lang } from '../../../i18n/index.svelte';
import type { Fact, View, Who } from '../../../protocol/celtiques';
import type { AnyFact } from '../../../store/fold';
import { END, type Comic, type Luck, type Part } from '../../comic/comic';
import { shareOf } from '../../comic/tale';
import { houseOf } from '../../house/presented.svelte';
import { beatOf } from '../board/beats';
import { shortName } from '../model/people';
import Face from './Face.svelte';
import Weapon from './Weapon.svelte';

/** Throws that need a panel though nobody fights. */
const ALONE: readonly string[] = [
  'attack',
  'shot',
  'dodge',
  'damage',
  'resistance',
  'critical',
  'terror',
  'courage',
  'survival',
  'disengage',
  'escape',
  'strength',
  'agility',
];
/** Throws of which a high face is good for whoever throws. */
const HIGH: readonly string[] = ['attack', 'shot', 'dodge', 'damage', 'resistance', 'terror', 'courage', 'survival', 'disengage', 'escape'];

type Told = Pick<Part, 'word' | 'force' | 'dice' | 'note'>;

function told(fact: Fact, before: View): Told {
  const beat = beatOf(fact, before);
  return { word: beat?.word, force: beat?.force, dice: beat?.dice, note: beat?.note };
}

/** What somebody has in hand. */
const handOf = (view: View, who: Who): string | undefined => {
  const hand = view.scene.fighters[who]?.gear.hand;
  return hand == null ? undefined : view.known[who]?.weapons[hand];
};

function partOf(fact: Fact, before: View): Part | typeof END | null {
  switch (fact.t) {
    case 'turn':
    case 'segment':
    case 'stage':
      return END;
    case 'cries':
      return { begins: true, who: fact.who, ...told(fact, before) };
    case 'strikes':
    case 'shoots': {
      const weapon = handOf(before, fact.who);
      return {
        begins: true,
        blow: true,
        who: fact.who,
        target: fact.at,
        ...told(fact, before),
        ...(weapon ? { weapon } : {}),
        ...(fact.t === 'strikes' && fact.zone != null ? { limb: fact.zone } : {}),
      };
    }
    case 'rolled':
      return ALONE.includes(fact.throw) ? { befalls: fact.who, ...told(fact, before) } : null;
    case 'verdict':
      return { befalls: fact.at, ...told(fact, before) };
    default:
      return befallen(fact, before);
  }
}

function befallen(fact: Fact, before: View): Part | null {
  const on = (who: Who, more: Partial<Part> = {}): Part => ({ befalls: who, ...told(fact, before), ...more });
  switch (fact.t) {
    case 'hurt':
      return on(fact.who, { harm: 2 * fact.blessure + fact.fatigue });
    case 'critical':
      return on(fact.who, { harm: 2 });
    case 'status':
      return on(fact.who, fact.status === 'out' ? { harm: 6, stars: 3 } : {});
    case 'falls':
      return on(fact.who, { fall: 3 });
    case 'loses':
      return on(fact.who, { stars: fact.stunned ? 2 : 1 });
    case 'impaled':
    case 'afraid':
    case 'survives':
    case 'seized':
    case 'freed':
    case 'breaks':
    case 'drops':
    case 'head':
      return on(fact.who);
    default:
      return null;
  }
}

function luckOf(fact: Fact, before: View): Luck | null {
  if (fact.t !== 'rolled' || !HIGH.includes(fact.throw) || fact.faces.length === 0) return null;
  const seat = before.known[fact.who]?.seat ?? null;
  return seat === null ? null : { seat, share: fact.faces.reduce((sum, face) => sum + shareOf(6, face), 0) / fact.faces.length };
}

const comic: Comic<View, Fact> = {
  part: partOf,
  person(view, who) {
    const known = view.known[who];
    return known ? { name: shortName(known), letter: known.letter, seat: known.seat } : null;
  },
  caption(fact, before) {
    void lang();
    const house = houseOf('celtiques');
    const line = house?.line(fact as unknown as AnyFact, (seat) => before.setup.bands[seat]?.name ?? '', before);
    return line ? { text: line.text, weight: line.weight } : null;
  },
  luck: luckOf,
  Face,
  Weapon,
  heads: () => ({ stunned: word('tale.stunned') }),
  starsIn: (n) => word('tale.stars', { n }),
};

export default comic;
