/** The guide through the first turn of énergie: places, an activation of two actions, an attack and its odds, a reaction and its price. */
import type { Ask, Fact, View, Who } from '../../protocol/energie';
import type { Guide, GuideTable } from '../guide/steps';
import { tagged } from '../../text/tagged';
import type { Session } from './session.svelte';

type Table = GuideTable<View, Fact, Session>;

const asked = ({ mine }: Table): string | null => tagged(mine as Ask | null)?.tag ?? null;
const own = ({ view, seat }: Table, who: Who): boolean => view.scene.fighters[who]?.sheet.seat === seat;
const did = (table: Table, kinds: readonly Fact['t'][]): boolean =>
  table.facts.some((fact) => kinds.includes(fact.t) && 'who' in fact && typeof fact.who === 'number' && own(table, fact.who));
/** Returns whether an activation of the player is over since the guide began. */
const acted = (table: Table): boolean => {
  const at = table.facts.findIndex((fact) => fact.t === 'slot' && own(table, fact.who));
  return at >= 0 && table.facts.slice(at + 1).some((fact) => fact.t === 'slot');
};
/** Returns whether the first action of an activation of the player is spent, also without an effect. */
const half = (table: Table): boolean => {
  const { act } = table.view.scene;
  return act !== null && own(table, act.who) && act.left < 2;
};
const struck = (table: Table): boolean => did(table, ['aims']);

const guide: Guide<View, Fact, Session> = {
  steps: [
    {
      id: 'deploy',
      fr: 'Chaque case de la page est un lieu. Choisis où commence ton héros, puis scelle : personne ne le voit avant l’heure.',
      en: 'Every panel of the page is a place. Pick where your hero begins, then seal it: nobody sees it before its time.',
      at: ['deploy', 'places', 'tab-orders'],
      until: (table) => table.view.scene.stage !== 'deployment' || table.view.scene.sealed.includes(table.seat),
    },
    {
      id: 'act',
      fr: 'Deux actions, l’une après l’autre, une seule attaque. Une action fait dix mètres : touche une case vers l’adversaire, puis confirme.',
      en: 'Two actions, one after the other, one attack at most. An action covers ten metres: tap a panel towards the enemy, then confirm.',
      at: ['palette', 'board', 'tab-orders'],
      until: (table) => did(table, ['moved', 'aims', 'position', 'prepared', 'pool']) || half(table),
      may: true,
    },
    {
      id: 'second',
      fr: 'Encore une action. Te défendre ajoute 1 au besoin de qui te vise ; préparer ton coup abaisse ton seuil à la prochaine attaque.',
      en: 'One more action. A defensive position adds 1 to what is needed to hit you; taking aim lowers your threshold for the next attack.',
      at: ['palette', 'tab-orders'],
      until: acted,
      may: true,
    },
    {
      id: 'strike',
      fr: 'Un adversaire à portée ? Touche-le : chances, besoin, seuil et dégâts attendus s’affichent avant que tu confirmes. Sinon, approche d’une case.',
      en: 'An enemy in reach? Tap it: odds, need, threshold and expected damage show before you confirm. If not, go a panel nearer.',
      at: (table) => [...table.view.scene.fighters.flatMap((one, who) => (one.sheet.seat !== table.seat ? [`target-${who}`] : [])), 'palette', 'board'],
      until: struck,
      may: true,
    },
    {
      id: 'react',
      fr: 'Si on te vise, tu peux passer en défense totale avant les dés : c’est solide, mais ta prochaine activation y passe.',
      en: 'When you are aimed at you may go into total defence before the dice: it is solid, but it costs your next activation.',
      at: ['question', 'standing', 'board'],
      until: (table) => did(table, ['reacted']) || table.facts.some((fact) => fact.t === 'struck' && fact.target !== null && own(table, fact.target)),
      may: true,
    },
    {
      id: 'end',
      fr: 'Tu sais l’essentiel. Garde un œil sur les flammes : le danger gagne des cases. Le récit explique chaque jet. À toi !',
      en: 'That is the heart of it. Mind the flames: the danger takes panels. The story explains every roll. Off you go!',
      at: ['tab-log'],
    },
  ],
  aside(table, step) {
    const tag = asked(table);
    if (step === 'deploy' || step === 'end') return null;
    if (tag === 'react' && step !== 'react')
      return {
        fr: 'On te vise déjà : encaisse, ou passe en défense totale au prix de ta prochaine activation ; puis on reprend.',
        en: 'You are aimed at already: take it, or go into total defence at the price of your next activation; then we go on.',
        at: ['question'],
      };
    if (tag === null && table.open !== null)
      return {
        fr: 'Aux autres de jouer : regarde ce qu’ils font, ton tour revient bientôt.',
        en: 'The others play: watch what they do, you are up again soon.',
        at: ['board'],
      };
    return null;
  },
};

export default guide;
