/** How GeneriK is told in comic panels: which facts make an exchange, and what they count for. */
import { logText as t } from '../../../i18n/generik';
import type { Fact, Fig, View, Weapon as WeaponId } from '../../../protocol/generik';
import { END, toldBy, type Comic, type Luck, type Part } from '../../comic/comic';
import { shareOf } from '../../comic/tale';
import { people, weightOf } from '../model/log';
import { memberOf } from '../model/naming';
import { lineText } from '../model/say';
import { letterOf, tableScene } from '../table/model';
import { beatOf } from '../table/telling';
import { tableView } from '../table/view';
import Face from './Face.svelte';
import Place from './Place.svelte';
import Weapon from './Weapon.svelte';

const HARM = { nothing: 0, knocked_down: 2, wounded: 6, out_of_action: 12 } as const;
/** Falls, by how they make people laugh. */
const FALLS = { down: 2, pushed: 1, fell: 5 } as const;
/** Throws of which a high face is good for whoever throws. */
const HIGH: readonly string[] = ['attack', 'defence', 'heroic', 'dim', 'distract'];
/** Dice that need a panel though nobody fights. */
const ALONE: readonly string[] = ['attack', 'defence', 'wound', 'armour', 'heroic', 'blast', 'redirect', 'morale', 'rout'];

const told = (fact: Fact, before: View) => toldBy(beatOf(fact, tableScene(tableView(before), [])));

/** What an attack is made with; in a mêlée the first weapon one has for it, if any. */
function weaponOf(fact: Extract<Fact, { t: 'attack' }>, before: View): WeaponId | undefined {
  return fact.weapon ?? memberOf(before, fact.fig)?.weapons[0];
}

function partOf(fact: Fact, before: View): Part | typeof END | null {
  switch (fact.t) {
    case 'turn':
    case 'phase':
    case 'phase_over':
    case 'acts':
      return END;
    case 'reacts':
      return { begins: true, who: fact.fig, target: fact.actor, ...told(fact, before) };
    case 'attack': {
      const weapon = weaponOf(fact, before);
      return { begins: true, blow: true, who: fact.fig, target: fact.target, ...told(fact, before), ...(weapon ? { weapon } : {}) };
    }
    case 'rolled':
      return fact.fig === null || !ALONE.includes(fact.throw) ? null : { befalls: fact.fig, ...told(fact, before) };
    case 'verdict':
      return { befalls: fact.target, ...told(fact, before) };
    default:
      return befallen(fact, before);
  }
}

function befallen(fact: Fact, before: View): Part | null {
  const on = (fig: Fig, more: Partial<Part> = {}): Part => ({ befalls: fig, ...told(fact, before), ...more });
  switch (fact.t) {
    case 'wound':
      return on(fact.fig, { harm: HARM[fact.wound] });
    case 'down':
      return fact.down ? on(fact.fig, { fall: FALLS.down, stars: 1 }) : null;
    case 'wounded':
      return fact.wounded ? on(fact.fig, { stars: 2 }) : null;
    case 'moved':
      return fact.way === 'fell' ? on(fact.fig, { fall: FALLS.fell }) : fact.way === 'pushed' ? on(fact.fig, { fall: FALLS.pushed }) : null;
    case 'status':
      return fact.status === 'ooa' ? on(fact.fig) : null;
    case 'redirected':
    case 'skill':
    case 'sacked':
      return on(fact.t === 'redirected' ? fact.victim : fact.fig);
    default:
      return null;
  }
}

function luckOf(fact: Fact): Luck | null {
  if (fact.t !== 'rolled' || !HIGH.includes(fact.throw) || fact.faces.length === 0) return null;
  return { seat: fact.seat, share: fact.faces.reduce((sum, face) => sum + shareOf(6, face), 0) / fact.faces.length };
}

const comic: Comic<View, Fact> = {
  part: partOf,
  person(view, fig) {
    const member = memberOf(view, fig);
    const seat = view.figures[fig]?.seat;
    return member && seat !== undefined ? { name: member.name, letter: letterOf(fig), seat } : null;
  },
  caption(fact, before) {
    const [fig] = people(fact);
    const figure = fig === undefined ? null : (before.scene.figures[fig] ?? null);
    const aftermath = fact.t === 'after' || fact.t === 'did' ? (before.scene.after[fact.seat] ?? null) : null;
    const weight = weightOf(fact, figure, aftermath);
    return { weight, text: lineText({ key: 0, step: 0, fact, weight, before: figure, aftermath }, before) };
  },
  luck: luckOf,
  Face,
  Place,
  Weapon,
  heads: () => ({ stunned: t('mostDown') }),
  starsIn: (n) => t('downs', { n }),
};

export default comic;
