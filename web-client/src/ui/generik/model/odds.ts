/** Chances as they are read: the rows of a table of odds, and what is added to each die. All numbers come from the server. */
import { lang } from '../../../i18n/index.svelte';
import { oddsText as t } from '../../../i18n/generik/odds';
import type { BlowAdvice, Chance, Fate, Mod, Odds, View } from '../../../protocol/generik';
import { share } from './layer';
import { namingOf } from './naming';

/** A chance in a cell. */
export interface Cell {
  readonly share: number;
  /** As an exact fraction, where it is one. */
  readonly exact?: string;
}

/** One row of a table of odds: a cell for each number of dice the defender may add. */
export interface Row {
  readonly key: string;
  readonly label: string;
  readonly cells: readonly Cell[];
}

/** Whose eyes a table is read with. */
export type Side = 'attacker' | 'defender';

/** Which of some blows hits most often, if nothing is put into defence; the first of several that do. */
export function bestOf(blows: readonly (BlowAdvice | undefined)[]): number {
  const hits = blows.map((blow) => (blow?.odds[0] ? share(blow.odds[0].win) : 0));
  return hits.indexOf(Math.max(...hits));
}

/** Hundredths; what is neither sure nor impossible never reads so. */
export function percentText(n: number): string {
  const gap = lang() === 'fr' ? '\u202f%' : '%';
  const rounded = Math.round(n * 100);
  if (n > 0 && rounded === 0) return `<\u202f1${gap}`;
  if (n < 1 && rounded === 100) return `>\u202f99${gap}`;
  return `${rounded}${gap}`;
}

export const cell = (chance: Chance): Cell => ({ share: share(chance), exact: `${chance.n}/${chance.d}` });

const hurt = (fate: Fate): Cell => ({ share: share(fate.knocked_down) + share(fate.wounded) + share(fate.out_of_action) });

/** The rows of an attack; those that never happen are left out, but for the first. */
export function rowsOf(blow: BlowAdvice, side: Side, view: View): Row[] {
  const close = blow.sight === null;
  const mine = side === 'defender';
  const name = namingOf(view);
  const row = (key: string, label: string, of: (odds: Odds) => Cell): Row => ({ key, label, cells: blow.odds.map(of) });
  const stray = blow.odds[0]?.stray?.[0];
  const rows = [
    row('win', t(close ? (mine ? 'beaten' : 'wins') : mine ? 'isHit' : 'hits'), (odds) => cell(odds.win)),
    ...(close ? [row('tie', t('tie'), (odds) => cell(odds.tie)), row('lose', t(mine ? 'beats' : 'loses'), (odds) => cell(odds.lose))] : []),
    row('down', t(mine ? 'ownDown' : 'down'), (odds) => cell(odds.target.knocked_down)),
    row('wounded', t(mine ? 'ownWounded' : 'wounded'), (odds) => cell(odds.target.wounded)),
    row('out', t(mine ? 'ownOut' : 'out'), (odds) => cell(odds.target.out_of_action)),
    row('own', t(mine ? 'foeHurt' : 'ownHurt'), (odds) => hurt(odds.own)),
    ...(stray === undefined ? [] : [row('stray', t('stray', { who: name.fig(stray) }), (odds) => (odds.stray ? hurt(odds.stray[1]) : { share: 0 }))]),
    row('balks', t('balks'), (odds) => cell(odds.balks)),
  ];
  return rows.filter(({ cells }, n) => n === 0 || cells.some((one) => one.share > 0));
}

/** The row that counts most in one line: without defence, and against the most of it. */
export function oddsLine(rows: readonly Row[]): string {
  const [first] = rows;
  const [bare, ...defended] = first?.cells ?? [];
  if (!first || !bare) return '';
  const most = defended[defended.length - 1];
  return most
    ? t('line', { label: first.label, n: percentText(bare.share), least: percentText(most.share), da: defended.length })
    : `${first.label} ${percentText(bare.share)}`;
}

/** The rows of what may become of a figure. */
export function fateRows(fate: Fate, own: boolean): Row[] {
  const rows: Row[] = [
    { key: 'nothing', label: t('unharmed'), cells: [cell(fate.nothing)] },
    { key: 'down', label: t(own ? 'ownDown' : 'down'), cells: [cell(fate.knocked_down)] },
    { key: 'wounded', label: t(own ? 'ownWounded' : 'wounded'), cells: [cell(fate.wounded)] },
    { key: 'out', label: t(own ? 'ownOut' : 'out'), cells: [cell(fate.out_of_action)] },
  ];
  return rows.filter(({ cells }) => cells.some((one) => one.share > 0));
}

/** Something that counts in an attack: a die with what is added to it, or a rule that decides. */
export interface Count {
  readonly label: string;
  readonly mods: readonly { readonly rule: string; readonly what: string; readonly n: number }[];
}

/** What counts in an attack, with the rule of each number. */
export function countsOf(blow: BlowAdvice, view: View): Count[] {
  const name = namingOf(view);
  const die = (label: string, mods: readonly Mod[]): Count => ({
    label,
    mods: mods.filter((mod) => mod.n !== 0).map((mod) => ({ rule: mod.rule, what: name.mod(mod.rule), n: mod.n })),
  });
  const dice = [die(t('attackDie'), blow.mods), die(t('guardDice'), blow.guard), die(t('woundDie'), blow.wound)];
  return [
    ...dice.filter((one, n) => n === 0 || one.mods.length > 0),
    ...blow.skills.map(({ fig, rule }) => ({ label: t('may', { who: name.fig(fig), what: name.mod(rule) }), mods: [] })),
    ...(blow.armour === null ? [] : [{ label: t('armour', { n: blow.armour }), mods: [] }]),
    ...(blow.sword === null ? [] : [{ label: t('sword', { who: name.fig(blow.sword) }), mods: [] }]),
  ];
}
