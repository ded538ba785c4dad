/** Facts, questions and answers in the words of the moment. */
import { askText as around } from '../../house/words';
import { lang } from '../../../i18n/index.svelte';
import { logWords, questionText as t, word } from '../../../i18n/generik';
import { articles } from '../../../i18n/generik/articles';
import { orderText as order } from '../../../i18n/generik/panel';
import { isDec } from '../../../i18n/generik/ids';
import type { Reckoning } from '../../../i18n/generik/log.types';
import type { Seat } from '../../../protocol';
import type { Ask, Choice, Fact, Question, Standing, View, Watch } from '../../../protocol/generik';
import type { Line } from './log';
import { cm, namingOf } from './naming';

const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const spaced = (text: string): string => articles(text, lang());

/** A line of the log in words. */
export function lineText(line: Line, view: View): string {
  const name = namingOf(view, line);
  const say = logWords().fact[line.fact.t] as (fact: Fact, by: typeof name) => string;
  return spaced(say(line.fact, name));
}

/** How it came about, number by number. */
export function lineReckoning(line: Line, view: View): readonly Reckoning[] {
  const rows = logWords().reckon(line.fact, namingOf(view, line));
  return rows.map(([label, value]) => [spaced(label), spaced(value)] as const);
}

/** What is about to be done, called out once: some names of actions are cries already. */
export const exclaimed = (what: string): string => (what.trimEnd().endsWith('!') ? what : order('go', { what }));

/** The name of a decision. */
export const decName = (dec: string): string => (isDec(dec) ? word(`dec.${dec}`) : dec);

/** What a decision does when nobody answers. */
export const decDefault = (dec: string): string => (isDec(dec) ? spaced(word(`dec.${dec}.standing`)) : dec);

/** What a question that lists its options asks. */
export function askText(question: Question, view: View): string {
  const name = namingOf(view);
  const values: Record<string, string> = {
    fig: question.fig === null ? name.seat(question.seat) : name.fig(question.fig),
    about: question.about === null ? '' : name.fig(question.about),
    die: question.die === null ? '' : String(question.die),
  };
  const text = isDec(question.dec) ? word(`dec.${question.dec}.ask`, values) : question.dec;
  return spaced(text);
}

type Texts = Parameters<typeof t>[0];

/** A refusal to choose and its contrary, by decision: "keep the die" is not "stay here". */
const NO: Readonly<Record<string, Texts>> = {
  'GEN-DEC-01': 'keepScenario',
  'GEN-DEC-20': 'noReroll',
  'GEN-DEC-21': 'noReroll',
  'GEN-DEC-23': 'noReroll',
  'GEN-DEC-24': 'noReroll',
  'GEN-DEC-25': 'rollWound',
  'GEN-DEC-26': 'stay',
  'GEN-DEC-28': 'stop',
};
const YES: Readonly<Record<string, Texts>> = {
  'GEN-DEC-01': 'rerollScenario',
  'GEN-DEC-20': 'reroll',
  'GEN-DEC-23': 'reroll',
  'GEN-DEC-24': 'reroll',
  'GEN-DEC-25': 'finish',
  'GEN-DEC-26': 'follow',
  'GEN-DEC-28': 'goOn',
};

/** An answer in words, as large buttons say it. */
export function choiceText(choice: Choice, question: Question, view: View): string {
  const name = namingOf(view);
  if (choice === 'no') return t(NO[question.dec] ?? 'no');
  if (choice === 'yes') return t(YES[question.dec] ?? 'yes');
  if (choice === 'shield' || choice === 'lucky') return t(choice);
  if ('edge' in choice) return cap(word(`edge.${choice.edge}`));
  if ('figure' in choice) return name.fig(choice.figure);
  const { extra, weapon } = choice.defend;
  const dice = extra === 0 ? t('diceFree') : t('diceFor', { n: extra + 1, da: extra });
  const arm = question.fig === null || weapon === null || weapon === undefined ? undefined : name.weapons(question.fig)[weapon];
  return arm ? t('withWeapon', { dice, by: word(`by.${arm}`) }) : dice;
}

/** What is asked of us, whatever kind of question it is. */
export function promptText(ask: Ask, view: View): string {
  return spaced(prompt(ask, view));
}

function prompt(ask: Ask, view: View): string {
  const name = namingOf(view);
  switch (ask.ask) {
    case 'terrain':
      return t('askTerrain', { n: ask.left });
    case 'champions':
      return t('askChampions');
    case 'marker':
      return t('askMarker');
    case 'deploy':
      return t('askDeploy');
    case 'phase':
      return ask.heroic === null ? t('askPhase') : t('askHeroic', { fig: name.fig(ask.heroic) });
    case 'react': {
      const key = ({ move: 'askReactMove', climb: 'askReactClimb', shot: 'askReactShot' } as const)[ask.cause];
      return t(key, { fig: name.fig(ask.actor) });
    }
    case 'resume':
      return t('askResume', { fig: name.fig(ask.fig) });
    case 'choose':
      return askText(ask, view);
    case 'after':
      return t('askAfter');
  }
}

/** What is asked of somebody else, for those who wait. `player` names whom we wait for. */
export function waitingText(ask: Ask, view: View, player: (seat: Seat) => string): string {
  return spaced(waiting(ask, view, player));
}

function waiting(ask: Ask, view: View, player: (seat: Seat) => string): string {
  const name = namingOf(view);
  const several = (seats: readonly Seat[]) => new Intl.ListFormat(lang()).format(seats.map(player));
  switch (ask.ask) {
    case 'terrain':
      return t('otherTerrain', { player: player(ask.seat) });
    case 'champions':
      return t('otherChampions');
    case 'marker':
      return t('otherMarker', { player: player(ask.seat) });
    case 'deploy':
      return t('otherDeploy', { player: player(ask.seat) });
    case 'phase':
      return t('otherPhase', { player: player(ask.seat) });
    case 'react':
      return t('otherReact', { player: player(ask.seat), fig: name.fig(ask.actor) });
    case 'resume':
      return t('otherResume', { player: player(ask.seat), fig: name.fig(ask.fig) });
    case 'choose':
      return t('otherChoose', { player: player(ask.seat), what: decName(ask.dec).toLowerCase() });
    case 'after':
      return t('otherAfter', { player: several(ask.seats) });
  }
}

/** What is asked and what happens without an answer, in two lines. */
export function askedText(ask: Ask, view: View, mine: boolean, player: (seat: Seat) => string): readonly [string, string] {
  const later = ask.ask === 'after' ? t('afterDefault') : around('byDefault', { what: decDefault(decOf(ask)) });
  return [mine ? promptText(ask, view) : waitingText(ask, view, player), later];
}

/** The decision a question puts, for the link to its rule. */
export function decOf(ask: Ask): string {
  switch (ask.ask) {
    case 'terrain':
      return 'GEN-DEC-02';
    case 'champions':
      return 'GEN-DEC-04';
    case 'marker':
      return 'GEN-DEC-05';
    case 'deploy':
      return 'GEN-DEC-06';
    case 'phase':
      return ask.heroic === null ? 'GEN-DEC-10' : 'GEN-DEC-13';
    case 'react':
      return 'GEN-DEC-15';
    case 'resume':
      return 'GEN-DEC-16';
    case 'choose':
      return ask.dec;
    case 'after':
      return 'GEN-DEC-40';
  }
}

/** A standing answer to opportunity windows in words: "Shoot when anybody comes within 20 cm". */
export function watchText(watch: Watch, view: View): string {
  const name = namingOf(view);
  const stance = word(`stance.${watch.stance}`);
  const within = watch.within ?? null;
  let text = within === null ? t('watchAny', { stance }) : t('watchWithin', { stance, cm: cm(within) });
  if (typeof watch.against === 'number') text = t('watchAgainst', { what: text, against: name.fig(watch.against) });
  return spaced(typeof watch.fig === 'number' ? t('watchFig', { who: name.fig(watch.fig), what: text }) : text);
}

/** Standing answers of a seat, one line each. */
export function standingText(standing: Standing, view: View): string[] {
  const watches = standing.watches.map((watch) => watchText(watch, view));
  const defaults = standing.defaults.map((dec) => around('always', { what: decDefault(dec) }));
  return [...watches, ...(standing.pass ? [t('passOthers')] : []), ...defaults];
}

/** Why the fight ended, by the code of its outcome. */
export const endText = (code: string): string => word(`reason.${code}`);

/** Where the game stands, in one line. */
export function momentText(view: View): string {
  const { stage, turn, phase } = view.scene;
  if (stage !== 'fight') return word(`stage.${stage}`);
  const name = namingOf(view);
  return spaced(`${t('turn', { turn })} · ${name.seat(phase.seat)}`);
}
