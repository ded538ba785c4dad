/** The guide through the first turn of a duel without terror or plan (CEL-TER-13): announcement, standing orders, blow, dodge. */
import type { Ask, Fact, View } from '../../protocol/celtiques';
import type { Guide, GuideTable } from '../guide/steps';
import type { Session } from './session.svelte';

type Table = GuideTable<View, Fact, Session>;

const asked = (table: Table): string | null => {
  const ask = table.mine as Ask | null;
  if (ask === null) return null;
  const [name = ''] = Object.keys(ask);
  return name === 'choose' && 'choose' in ask ? `choose.${ask.choose.dec}` : name;
};
const ours = (table: Table, who: number): boolean => table.view.known[who]?.seat === table.seat;
/** Returns the names of the anchors at the fighters of the other side. */
const enemies = ({ view, seat }: Table): string[] => {
  const own = view.known.find((one) => one.seat === seat)?.side;
  return view.known.flatMap(({ who, side }) => (side === own ? [] : [`who-${who}`]));
};
const struck = (table: Table) => table.facts.some((fact) => (fact.t === 'strikes' || fact.t === 'shoots') && ours(table, fact.who));
const over = (table: Table) => table.view.scene.stage === 'over';

const guide: Guide<View, Fact, Session> = {
  steps: [
    {
      id: 'announce',
      fr: 'Un duel. Le plus lent annonce d’abord. Deux actions coûtent un dé à chacune ; les dés qui te restent sont écrits sous le nombre. Deux, c’est bien.',
      en: 'A duel. The slowest announces first. Two actions cost each of them a die; the dice you have left stand under the number. Two will do.',
      at: ['question'],
      until: (table) => table.facts.some((fact) => fact.t === 'announced' && ours(table, fact.who)),
    },
    {
      id: 'track',
      fr: 'Cinq battements de cœur par tour : la piste, au bord de la carte, dit qui agit sur lequel.',
      en: 'Five heartbeats a turn: the track along the map tells who acts on which.',
      at: ['board'],
    },
    {
      id: 'standing',
      fr: 'Tes consignes répondent pour toi, sans question : ta marche, ta première esquive. Ouvre-les ici pour les changer.',
      en: 'Your standing orders answer for you, without a question: your march, your first dodge. Open them here to change them.',
      at: ['standing', 'orders', 'board'],
    },
    {
      id: 'strike',
      fr: 'Quand vient ton battement, choisis : frapper, avancer, attendre. Les chances sont sur chaque bouton ; à deux pas, avance et frappe.',
      en: 'When your heartbeat comes, choose: strike, go up, wait. The odds are on every button; two steps away, go up and strike.',
      at: ['deeds', 'orders', 'board'],
      until: (table) => struck(table) || over(table),
    },
    {
      id: 'dodge',
      fr: 'Un coup qui passe ta défense s’esquive, une fois le jet connu, pour un dé sur la suite du tour. Tes consignes esquivent le premier.',
      en: 'A blow that beats your defence may be dodged once the roll is known, for a die for the rest of the turn. Standing orders dodge the first.',
      at: ['question', 'board'],
      until: (table) => table.view.scene.turn > 1 || over(table),
      may: true,
    },
    {
      id: 'end',
      fr: 'Tu sais l’essentiel. « Rien d’autre ce tour » et les consignes t’épargnent des questions ; le récit explique chaque jet. Taranis te garde !',
      en: 'That is the heart of it. “Nothing more this turn” and standing orders save you questions; the story explains every roll. May Taranis keep you!',
      at: ['standing', 'tab-log'],
    },
  ],
  aside(table, step) {
    const ask = asked(table);
    if (step === 'end') return null;
    if (ask === 'orders')
      return {
        fr: 'Les ordres du battement se scellent en secret. Touche ton ennemi sur la carte : ta marche s’affiche. Puis scelle ; elle continuera d’elle-même.',
        en: 'Orders of a heartbeat are sealed in secret. Tap your enemy on the map: your march shows. Then seal; it goes on by itself.',
        at: [...enemies(table), 'orders', 'board'],
      };
    if (ask === 'choose.10' && step !== 'dodge')
      return {
        fr: 'On te frappe déjà, et le jet passe ta défense : esquive, ou encaisse ; les chances sont écrites. Puis on reprend.',
        en: 'You are struck already, and the roll beats your defence: dodge or take it; the odds are written there. Then we go on.',
        at: ['question'],
      };
    if (ask?.startsWith('choose.') && ask !== 'choose.3' && step !== 'dodge')
      return {
        fr: 'Une question pour toi : réponds comme tu veux ; une réponse proposée est un bon choix. Puis on reprend.',
        en: 'A question for you: answer it as you like; a suggested answer is a good one. Then we go on.',
        at: ['question'],
      };
    return null;
  },
};

export default guide;
