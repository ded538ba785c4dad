/** Facts, questions and answers in the words of the moment. */
import { askText as around } from '../../house/words';
import { cap } from '../../../text/fill';
import { hasWord, word } from '../../../i18n/generik';
import { orderText as order } from '../../../i18n/generik/panel';
import type { Ask, Choice, Dec, Fig, Question, Standing, View, Watch } from '../../../protocol/generik';
import type { Line } from './told';
import { cm, namingOf } from './naming';
import { pastOf } from './told';

/** A line of the log in words. */
export const lineText = (line: Line, view: View): string => namingOf(view, line).say(`fact.${line.fact.t}`, line.fact, pastOf(line, view));

/** What is about to be done, called out once: some names of actions are cries already. */
export const exclaimed = (what: string): string => (what.trimEnd().endsWith('!') ? what : order('go', { what }));

/** The name of a decision. */
export const decName = (dec: Dec): string => word(`dec.${dec}`);

/** What a decision does when nobody answers. */
export const decDefault = (dec: Dec): string => word(`dec.${dec}.standing`);

/** What a question that lists its options asks. */
export const askText = (question: Question, view: View): string => namingOf(view).say(`dec.${question.dec}.ask`, question, view);

/** An answer in words, as large buttons say it. A refusal to choose and its contrary depend on the decision: "keep the die" is not "stay here". */
export function choiceText(choice: Choice, question: Question, view: View): string {
  if (typeof choice === 'string') {
    const own = `choice.${question.dec}.${choice}`;
    return hasWord(own) ? word(own) : word(`choice.${choice}`);
  }
  const name = namingOf(view);
  if ('edge' in choice) return cap(word(`edge.${choice.edge}`));
  if ('figure' in choice) return name.fig(choice.figure);
  const { extra, weapon } = choice.defend;
  const dice = extra === 0 ? word('choice.one_die') : word('choice.dice', { n: extra + 1, da: extra });
  const arm = question.fig === null || weapon === null || weapon === undefined ? undefined : name.weapons(question.fig)[weapon];
  return arm ? word('choice.armed', { dice, by: word(`by.${arm}`) }) : dice;
}

/** The figure a question is about. */
const aboutOf = (ask: Ask): Fig | null => (ask.ask === 'react' ? ask.actor : ask.ask === 'resume' ? ask.fig : ask.ask === 'phase' ? ask.heroic : null);

/** What is asked of us, whatever kind of question it is. */
export function promptText(ask: Ask, view: View): string {
  if (ask.ask === 'choose') return askText(ask, view);
  const about = aboutOf(ask);
  const key = ask.ask === 'react' ? `react.${ask.cause}` : ask.ask === 'phase' && about !== null ? 'heroic' : ask.ask;
  return namingOf(view).say(`ask.${key}`, { ...ask, fig: about }, view);
}

/** What is asked and what happens without an answer, in two lines. */
export function askedText(ask: Ask, view: View): readonly [string, string] {
  return [promptText(ask, view), ask.ask === 'after' ? word('ask.after.default') : around('byDefault', { what: decDefault(decOf(ask)) })];
}

const DEC_OF = {
  terrain: 'GEN-DEC-02',
  champions: 'GEN-DEC-04',
  marker: 'GEN-DEC-05',
  deploy: 'GEN-DEC-06',
  react: 'GEN-DEC-15',
  resume: 'GEN-DEC-16',
  after: 'GEN-DEC-40',
} as const satisfies Record<Exclude<Ask['ask'], 'choose' | 'phase'>, Dec>;

/** The decision a question puts, for the link to its rule. */
export function decOf(ask: Ask): Dec {
  if (ask.ask === 'choose') return ask.dec;
  return ask.ask === 'phase' ? (ask.heroic === null ? 'GEN-DEC-10' : 'GEN-DEC-13') : DEC_OF[ask.ask];
}

/** A standing answer to opportunity windows in words: "Shoot when anybody comes within 20 cm". */
export function watchText(watch: Watch, view: View): string {
  const name = namingOf(view);
  const stance = word(`stance.${watch.stance}`);
  const within = watch.within ?? null;
  let text = within === null ? word('watch.any', { stance }) : word('watch.within', { stance, cm: cm(within) });
  if (typeof watch.at_least === 'number') text = word('watch.at_least', { what: text, n: watch.at_least });
  if (typeof watch.against === 'number') text = word('watch.against', { what: text, against: name.fig(watch.against) });
  return typeof watch.fig === 'number' ? word('watch.fig', { who: name.fig(watch.fig), what: text }) : text;
}

/** Standing answers of a seat, one line each. */
export function standingText(standing: Standing, view: View): string[] {
  const watches = standing.watches.map((watch) => watchText(watch, view));
  const defaults = standing.defaults.map((dec) => around('always', { what: decDefault(dec) }));
  return [...watches, ...(standing.pass ? [word('watch.pass')] : []), ...(standing.spent ? [order('spent')] : []), ...defaults];
}

/** Where the game stands, in one line. */
export function momentText(view: View): string {
  const { stage, turn, phase } = view.scene;
  if (stage !== 'fight') return word(`stage.${stage}`);
  const name = namingOf(view);
  return word('moment.fight', { turn, who: name.seat(phase.seat) });
}
