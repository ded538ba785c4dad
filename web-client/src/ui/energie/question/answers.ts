/** Short decisions in words, with the command of each answer. */
import { orderText as t } from '../../../i18n/energie/orders';
import { word } from '../../../i18n/energie/word';
import type { Ask, Command, View, Who } from '../../../protocol/energie';
import { nameOf } from '../model/people';

/** A decision: what is asked, the seat and the character that it is about, and the answers. */
interface Told {
  readonly id: number;
  readonly seat: number;
  readonly who: Who | null;
  readonly title: string;
  readonly help?: string;
  readonly rule: string;
  readonly answers: readonly { readonly text: string; readonly command: Command; readonly test?: string }[];
  readonly usual: number;
}

export type Short = Extract<Ask, { guard: unknown } | { stabilise: unknown } | { death: unknown } | { vote: unknown } | { clause: unknown }>;

const FACES = [1, 2, 3, 4, 5, 6];

/** Returns the answers yes and no to a question. */
const yesNo = (id: number, yes: string, no: string) => [
  { text: yes, command: { say: { question: id, yes: true } }, test: 'yes' },
  { text: no, command: { say: { question: id, yes: false } }, test: 'no' },
];

/** Returns the decision of a clause that is left to the game master (ENE-MJ-06): what a hit costs a vehicle, or a character’s sequel. */
function clauseTold({ id, seat, clause }: Extract<Ask, { clause: unknown }>['clause'], view: View): Told {
  const answer = (text: string, value: number | null) => ({ text, command: { rule: { question: id, value } } });
  const common = { id, seat, who: null, rule: 'ENE-MJ-06', usual: 0 };
  if ('vehicle' in clause) {
    const { usual, most } = clause.vehicle;
    const values = Array.from({ length: most + 1 }, (_, n) => answer(String(n), n));
    return { ...common, title: t('clauseVehicle'), answers: [{ ...answer(t('clauseUsual', { n: usual }), null), test: 'clause-usual' }, ...values] };
  }
  const sequels = FACES.map((n) => answer(`${n}. ${word(`infirme.${n}`)}`, n));
  const answers = [{ ...answer(t('clauseDie'), null), test: 'clause-usual' }, answer(t('clauseNone'), 0), ...sequels];
  return { ...common, title: t('clauseSequel', { who: nameOf(view, clause.sequel.who) }), answers };
}

export function told(ask: Short, view: View): Told {
  if ('clause' in ask) return clauseTold(ask.clause, view);
  if ('guard' in ask) {
    const { id, seat, who, by, target } = ask.guard;
    const title = t('guardTitle', { by: nameOf(view, by), target: nameOf(view, target) });
    return { id, seat, who, title, answers: yesNo(id, t('guardYesAnswer', { who: nameOf(view, who) }), t('guardNoAnswer')), usual: 1, rule: 'ENE-DEC-06' };
  }
  if ('stabilise' in ask) {
    const { id, seat, who } = ask.stabilise;
    const answers = yesNo(id, t('stabiliseYes'), t('stabiliseNo'));
    return { id, seat, who, title: t('stabiliseTitle', { who: nameOf(view, who) }), help: t('stabiliseHelp'), answers, usual: 0, rule: 'ENE-DEC-10' };
  }
  if ('death' in ask) {
    const { id, seat, who } = ask.death;
    const answers = yesNo(id, t('deathYes'), t('deathNo'));
    return { id, seat, who, title: t('deathTitle', { who: nameOf(view, who) }), help: t('deathHelp'), answers, usual: 1, rule: 'ENE-DEC-12' };
  }
  const { id, seat, motion } = ask.vote;
  const [title, rule] = motion === 'objective' ? ([t('voteObjective'), 'ENE-DEC-19'] as const) : ([t('voteSurrender'), 'ENE-DEC-13'] as const);
  return { id, seat, who: null, title, help: view.setup.free?.objective ?? '', answers: yesNo(id, t('yes'), word('command.say.false')), usual: 1, rule };
}
