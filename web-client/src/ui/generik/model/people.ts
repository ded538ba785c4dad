/** How figures are, as the panels say it. */
import type { Fig, Figure, Known, Member, View } from '../../../protocol/generik';
import { memberOf } from './naming';
import { catalogue } from '../catalogue.svelte';
import { skillRow, weaponRow } from './rows';

/** A figure with everything that is known of it. */
export interface Person {
  readonly fig: Fig;
  readonly seat: number;
  readonly cost: number;
  readonly now: Figure;
  readonly member: Member;
  /** Dice it starts a turn with, as it is now (GEN-STA-03). */
  readonly full: number;
}

function fullDa(member: Member, wounded: boolean): number {
  const numbers = catalogue.found?.numbers.figure;
  const usual = (wounded ? numbers?.max_da_wounded : numbers?.max_da) ?? 0;
  const own = member.skills.map((skill) => skillRow(skill)).map((row) => (wounded ? row?.max_da_wounded : row?.max_da) ?? 0);
  return Math.max(usual, ...own);
}

function personOf(view: View, known: Known): Person | null {
  const now = view.scene.figures[known.fig];
  const member = memberOf(view, known.fig);
  if (!now || !member) return null;
  return { fig: known.fig, seat: known.seat, cost: known.cost, now, member, full: fullDa(member, now.wounded) };
}

/** Somebody, by number. */
export function person(view: View, fig: Fig): Person | null {
  const known = view.figures[fig];
  return known ? personOf(view, known) : null;
}

/** The figures of a seat. */
export const people = (view: View, seat: number): Person[] =>
  view.figures.filter((known) => known.seat === seat).flatMap((known) => personOf(view, known) ?? []);

/** A mark of GEN-STA-11, by the key of its words. */
export type MarkKey = 'wounded' | 'down' | 'inCover' | 'acting' | 'tried' | 'champion' | 'locked';

/** What is to be seen of a figure besides its place. */
export function marksOf(view: View, one: Person): MarkKey[] {
  const { scene } = view;
  const marks: MarkKey[] = [];
  if (scene.stage === 'fight' && (scene.phase.heroic ?? scene.phase.last) === one.fig) marks.push('acting');
  if (one.now.down) marks.push('down');
  if (one.now.wounded) marks.push('wounded');
  if (one.now.in_cover) marks.push('inCover');
  if (one.now.heroic_tried) marks.push('tried');
  if (scene.forces[one.seat]?.champion === one.fig || view.mine?.champion === one.fig) marks.push('champion');
  return marks;
}

/** Loads of a weapon: how many are left of how many; nothing where none are counted. */
export function loadsOf(one: Person, n: number): { left: number; full: number } | null {
  const row = weaponRow(one.member.weapons[n]);
  if (!row || row.charges === 0 || !row.empties || row.no_reload) return null;
  return { left: one.now.charges[n] ?? 0, full: row.charges };
}

/** Off the table for good. */
export const gone = (one: Person): boolean => ['ooa', 'exited', 'routed', 'home'].includes(one.now.status);
