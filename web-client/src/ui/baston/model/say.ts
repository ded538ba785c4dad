/** Questions and answers in the words of the moment. */
import { lang } from '../../../i18n/index.svelte';
import { ofName, questionText as t, words } from '../../../i18n/baston';
import type { Choice, Dec, Question, View, Who } from '../../../protocol/baston';
import { straight } from '../../../i18n/baston/naming';
import { sortOf } from './choices';
import { namingOf } from './naming';

/** What is asked. */
export function askText(question: Question, view: View): string {
  const name = (who: Who | null) => (who === null ? '' : (view.fighters[who]?.name ?? ''));
  const about = name(question.about);
  const text = words().dec[question.dec]?.ask ?? question.dec;
  const values: Record<string, string> = {
    who: name(question.who),
    about,
    ofWho: ofName(name(question.who)),
    ofAbout: lang() === 'fr' ? ofName(about) : about,
  };
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** A refusal to choose, by decision: "take nothing" is not "do not throw". */
const NO: Partial<Record<Dec, Parameters<typeof t>[0]>> = {
  'DEC-04': 'noBolt',
  'DEC-05': 'takeNothing',
  'DEC-06': 'giveUp',
  'DEC-07': 'keepChair',
  'DEC-12': 'noThrow',
  'DEC-16': 'takeNothing',
  'DEC-17': 'cancel',
};

const YES: Partial<Record<Dec, Parameters<typeof t>[0]>> = { 'DEC-04': 'bolt', 'DEC-07': 'dropChair' };

/** How an object is spoken of, by decision. */
const ITEM: Partial<Record<Dec, Parameters<typeof t>[0]>> = { 'DEC-05': 'take', 'DEC-06': 'drop', 'DEC-14': 'smashChair' };

/** An answer in words, as large buttons say it. */
export function choiceText(choice: Choice, question: Question, view: View): string {
  const name = namingOf(view, words());
  const it = sortOf(choice);
  const cap = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  switch (it.sort) {
    case 'word':
      return wordText(it.word, question, view);
    case 'facing':
      return cap(words().towards[it.dir - 1] ?? '');
    case 'at':
      return t('at', { at: it.at.join(', ') });
    case 'leaf': {
      const two = (view.board.doors[it.door]?.leaves.length ?? 1) > 1;
      const door = cap(name.door(it.door));
      return two ? t('leafNth', { door, n: it.leaf + 1 }) : door;
    }
    case 'door':
      return cap(name.door(it.n));
    case 'window':
      return cap(name.window(it.n));
    case 'phone':
      return cap(name.phone(it.n));
    case 'panel':
      return cap(name.panel(it.n));
    case 'item': {
      const key = ITEM[question.dec];
      return key ? t(key, { item: name.the(it.item) }) : cap(name.the(it.item));
    }
    case 'put_on':
      return t('putOn', { item: name.the(it.item) });
    case 'take_off':
      return t('takeOff', { item: name.the(it.item) });
    case 'several':
      return it.spared.length === 0 ? t('severalAll') : t('severalBut', { names: it.spared.map((who) => name.who(who)).join(', ') });
    case 'part':
      return cap(words().part[it.part].name);
    case 'throw':
      return throwText(it.how.item, it.how.to, it.how.aggressive, question.who, view);
    case 'victim':
      return name.who(it.who);
  }
}

function wordText(word: Extract<Choice, string>, question: Question, view: View): string {
  const about = question.about === null ? '' : (view.fighters[question.about]?.name ?? '');
  switch (word) {
    case 'no':
      return t(NO[question.dec] ?? 'no');
    case 'yes':
      return t(YES[question.dec] ?? 'yes');
    case 'fist':
      return t('fist');
    case 'single':
      return t('single');
    case 'strike':
      return question.dec === 'DEC-13' ? t('attack', { about }) : t('strike');
    case 'spare':
      return t(question.dec === 'DEC-13' ? 'letPass' : 'spareHit');
    case 'element':
      return t('element');
  }
}

/** A throw in words: what, how, and where to seen from the thrower. */
export function throwText(item: number, to: readonly [number, number], aggressive: boolean, who: Who, view: View): string {
  const name = namingOf(view, words());
  const from = view.fighters[who]?.now.at;
  const hit = view.fighters.find((one) => one.now.fate === 'in' && one.now.at[0] === to[0] && one.now.at[1] === to[1]);
  const line = from ? straight(from, [to[0], to[1]]) : null;
  const where =
    hit && aggressive
      ? t('towardsWho', { who: hit.name })
      : line
        ? t('towards', { dir: words().towards[line.dir - 1] ?? '', n: line.steps })
        : `[${to.join(', ')}]`;
  const the = name.the(item);
  return `${the.charAt(0).toUpperCase()}${the.slice(1)}, ${t(aggressive ? 'aggressive' : 'tactical').toLowerCase()}, ${where}`;
}
