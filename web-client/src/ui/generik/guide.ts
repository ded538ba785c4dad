/**
 * The first turn of a skirmish, step by step: a figure and its dice, a run, the end of a phase with dice in hand, a reaction, a shot.
 *
 * The reaction comes before the shot: at the end of the first phase the figure that has not run has all its dice, and the bot all of
 * its own, so that it is hardly ever without one; later the fight may be over before a figure could react.
 */
import type { Ask, Fact, Fig, View } from '../../protocol/generik';
import type { Guide, GuideTable } from '../guide/steps';
import type { Session } from './session.svelte';

type Table = GuideTable<View, Fact, Session>;

const asked = ({ mine }: Table): Ask['ask'] | null => (mine as Ask | null)?.ask ?? null;
const own = ({ view, seat }: Table, fig: Fig): boolean => view.figures[fig]?.seat === seat;
/** What our figures have done since the guide began. */
const acts = (table: Table) => table.facts.flatMap((fact) => (fact.t === 'acts' && own(table, fact.fig) ? [fact.act] : []));
/** What was told after the first fact of a kind. */
const since = (facts: readonly Fact[], is: (fact: Fact) => boolean): readonly Fact[] | null => {
  const at = facts.findIndex(is);
  return at < 0 ? null : facts.slice(at + 1);
};
/** What was told after our first run, and after the end of the phase it was made in. */
const ran = (table: Table) => since(table.facts, (fact) => fact.t === 'acts' && fact.act.act === 'move' && own(table, fact.fig));
const ended = (table: Table) => since(ran(table) ?? [], (fact) => fact.t === 'phase_over' && fact.seat === table.seat);
/** One of ours has reacted since the guide began. */
const reacted = (table: Table): boolean => table.facts.some((fact) => fact.t === 'reacts' && own(table, fact.fig));
/** The others have played their phase, too. */
const over = (table: Table): boolean => ended(table) !== null && (asked(table) === 'phase' || ended(table)?.some(({ t }) => t === 'turn') === true);
/** Enemies whom the picked figure may shoot at, as the server says, else all of them. */
function marks({ session, view, seat }: Table): string[] {
  const shots = session.look?.acts.flatMap((act) => (act.act === 'shoot' ? [act.target] : [])) ?? [];
  const others = view.scene.figures.flatMap((one, fig) => (one.seat !== seat && one.status === 'on_table' ? [fig] : []));
  return [...shots, ...others].map((fig) => `figure-${fig}`);
}

const guide: Guide<View, Fact, Session> = {
  steps: [
    {
      id: 'figures',
      fr: 'Tes tireurs, et leurs dés d’action : les petits carrés. Tirer en coûte un, courir deux ; à chaque tour, ils reviennent. Choisis qui agit.',
      en: 'Your shooters, and their action dice: the little squares. A shot costs one, a run two; they come back each turn. Pick who acts.',
      at: ['people', 'tab-orders'],
      until: (table) => table.pressed.has('people') || acts(table).length > 0,
      may: true,
    },
    {
      id: 'run',
      fr: 'Fais-le courir : touche le sol, le chemin s’affiche ; touche encore au même endroit, et il y va.',
      en: 'Have one run: tap the ground and the way shows; tap there once more to go.',
      at: ['board'],
      until: (table) => acts(table).some(({ act }) => act === 'move'),
    },
    {
      id: 'end-phase',
      fr: 'Garde les dés de l’autre : ils servent à réagir quand le robot agit. Termine ta phase : la main passe au robot.',
      en: 'Keep the dice of your other figure: they are there to react with when the bot acts. End your phase now.',
      at: ['end-phase', 'tab-orders'],
      until: (table) => ended(table) !== null,
    },
    {
      id: 'wait',
      fr: 'Au robot. S’il bouge ou tire à la vue d’un de tes tireurs qui a encore un dé, une réaction s’ouvre ici, en pleine action.',
      en: 'The bot acts. If it moves or shoots in sight of a shooter of yours with a die left, a reaction opens here, in mid-action.',
      at: ['question', 'board'],
      until: (table) => asked(table) === 'react' || reacted(table) || over(table),
    },
    {
      id: 'react',
      fr: 'Une réaction ! Chacun de tes tireurs dit ses chances : fais feu d’un doigt, mets-toi à couvert, ou laisse passer.',
      en: 'A reaction! Each of your shooters tells its odds: fire with one tap, take cover, or let it pass.',
      at: ['question'],
      until: (table) => asked(table) !== 'react',
    },
    {
      id: 'shoot',
      fr: 'À toi de tirer : choisis qui a encore un dé, puis touche un ennemi. Tes chances s’affichent, le meilleur tir d’abord ; touche encore : feu !',
      en: 'Your turn to shoot: pick a figure with a die left, then tap an enemy. Your odds show, the best shot first; tap again: fire!',
      at: (table) => [...(table.view.scene.figures[table.session.picked ?? -1]?.da ? marks(table) : ['people']), 'board'],
      until: (table) => acts(table).some(({ act }) => act === 'shoot'),
    },
    {
      id: 'end',
      fr: 'Tu sais l’essentiel : courir, tirer, et réagir dès qu’un ennemi se montre à qui garde un dé. Le récit explique chaque jet. À toi !',
      en: 'That is the heart of it: run, shoot, and react when an enemy shows up in front of a figure with a die left. The story explains every roll.',
      at: ['tab-log'],
    },
  ],
  aside(table, step) {
    const ask = asked(table);
    if (step === 'wait' || step === 'react') return null;
    if (step === 'end' && (ask !== 'react' || reacted(table))) return null;
    if (ask === 'react' && reacted(table))
      return {
        fr: 'Encore une réaction : fais feu d’un doigt, mets-toi à couvert, ou laisse passer ; puis on reprend.',
        en: 'Another reaction: fire with one tap, take cover, or let it pass; then we go on.',
        at: ['question'],
      };
    if (ask === 'react')
      return {
        fr: 'Une réaction : le robot agit sous les yeux des tiens. Fais feu d’un doigt, ou laisse passer ; puis on reprend.',
        en: 'A reaction: the bot acts in sight of yours. Fire with one tap, or let it pass; then we go on.',
        at: ['question'],
      };
    if (ask === 'choose' || ask === 'resume')
      return {
        fr: 'Une question pour toi : réponds comme tu veux ; une réponse proposée est un bon choix. Puis on reprend.',
        en: 'A question for you: answer it as you like; a suggested answer is a good one. Then we go on.',
        at: ['question'],
      };
    if (ask === null && step !== 'end-phase' && table.open !== null)
      return {
        fr: 'La main est au robot : regarde ce qu’il fait, elle te revient bientôt.',
        en: 'The bot has the table: watch what it does, you are up again soon.',
        at: ['board'],
      };
    return null;
  },
};

export default guide;
