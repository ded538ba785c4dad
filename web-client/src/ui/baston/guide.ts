/** The first turn of a brawl, step by step: the sheet, a blow, a step, the seal, the reveal, and a line of the story. */
import type { Ask, Fact, View } from '../../protocol/baston';
import type { Guide, GuideTable } from '../guide/steps';
import { read, REST } from './model/order';
import type { Session } from './session.svelte';

type Table = GuideTable<View, Fact, Session>;

/** Orders of the first round that lead somewhere else. */
const STEPS: readonly string[] = ['M', 'C', 'S', 'F', 'R'];

const pairs = ({ session }: Table) => session.written.flatMap(({ orders }) => orders.map(read));
const opened = ({ facts }: Table): boolean => facts.some(({ t }) => t === 'revealed');
const sealed = (table: Table): boolean => (table.view.mine?.sheets.length ?? 0) > 0 || opened(table);
/** The next turn is written, or the game is over: nothing more is turned over. */
const played = (table: Table): boolean => opened(table) && ((table.mine as Ask | null)?.ask === 'plan' || table.view.outcome !== null);

const guide: Guide<View, Fact, Session> = {
  steps: [
    {
      id: 'sheet',
      fr: 'Voici ta feuille. Chacun de tes bagarreurs joue trois séquences, de deux manches : il bouge ou vise, puis il cogne. Le robot écrit la sienne en secret.',
      en: 'This is your sheet. Each of your brawlers plays three sequences of two rounds: first a move or an aim, then a blow. The bot writes its own in secret.',
      at: ['row', 'tab-orders'],
      until: sealed,
      may: true,
    },
    {
      id: 'blow',
      fr: 'Te voilà nez à nez avec l’ennemi : cogne ! Touche CP, le poing. La case d’avant sert alors à viser.',
      en: 'You are nose to nose already: hit! Tap CP, your fist. The cell before it then takes aim.',
      at: ['blow-CP', 'blows', 'round-2', 'row', 'tab-orders'],
      until: (table) => sealed(table) || pairs(table).some(({ second }) => second !== REST),
    },
    {
      id: 'step',
      fr: 'Et ensuite, un pas : touche M, puis la direction, sur la rose ou sur le plateau. Vise une place d’où tu pourras encore cogner.',
      en: 'Then a step: tap M, then a direction, on the rose or on the board. Pick a spot you can still hit somebody from.',
      at: ['compass', 'move-M', 'row', 'tab-orders'],
      until: (table) => sealed(table) || pairs(table).some(({ first }) => STEPS.includes(first.code)),
    },
    {
      id: 'rest',
      fr: 'Une case vide, c’est du repos. Remplis les autres, et la ligne de ton second bagarreur, si le cœur t’en dit.',
      en: 'An empty cell is a rest. Fill in the others, and your second brawler’s line, if you feel like it.',
      at: ['row', 'tab-orders'],
      until: sealed,
      may: true,
    },
    {
      id: 'confirm',
      fr: 'Quand ça te plaît, confirme : ta feuille est sous scellés. Personne ne la voit avant que toutes se retournent.',
      en: 'Happy with it? Confirm: your sheet is sealed. Nobody sees it before they are all turned over.',
      at: ['confirm', 'tab-orders'],
      until: sealed,
    },
    {
      id: 'reveal',
      fr: 'Les feuilles se retournent ! Les mieux classés passent d’abord, les dés parlent… et ton beau plan rencontre celui du robot.',
      en: 'The sheets are turned over! The best ranked go first, the dice talk… and your fine plan meets the bot’s.',
      at: ['board'],
      until: (table) => table.facts.some(({ t }) => t === 'to_hit') || played(table),
    },
    {
      id: 'story',
      fr: 'Pourquoi touché, pourquoi raté ? Le récit le sait. Touche une de ses lignes : le dé, ce qui compte, la règle.',
      en: 'Why a hit, why a miss? The story knows. Tap one of its lines: the die, what counted, the rule.',
      at: ['line-to_hit', 'line-revealed', 'panel-log', 'tab-log'],
      until: ({ pressed }) => [...pressed].some((name) => name.startsWith('line-')),
      may: true,
    },
    {
      id: 'end',
      fr: 'Voilà l’essentiel : on écrit, on retourne, ça cogne, et on recommence jusqu’au dernier debout. À toi de jouer !',
      en: 'That is the heart of it: write, turn over, trade blows, and again until the last one standing. Over to you!',
    },
  ],
  aside({ mine }, step) {
    const ask = (mine as Ask | null)?.ask;
    if (step === 'end') return null;
    if (ask === 'decide')
      return {
        fr: 'Une décision pour toi, en plein coup : chaque bouton dit ce qu’il promet. Dans le doute, prends celui qui est proposé.',
        en: 'A decision for you, in mid-blow: each button says what it promises. When in doubt, take the suggested one.',
        at: ['question'],
      };
    if (ask === 'rewrite' && step !== 'story')
      return {
        fr: 'Secoué ! Qui encaisse peut réécrire ce qui lui reste à jouer. Change ce que tu veux, puis confirme.',
        en: 'Shaken! A brawler who takes a knock may rewrite what is left to play. Change what you like, then confirm.',
        at: ['confirm', 'tab-orders'],
      };
    return null;
  },
};

export default guide;
