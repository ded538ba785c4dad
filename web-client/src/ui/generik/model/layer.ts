/** Pieces of what panels lay over the table. */
import type { BlowAdvice, Chance, Fig, View } from '../../../protocol/generik';
import { oddsOf } from '../table/advice';
import { tableScene, type TableScene, type Token } from '../table/model';
import { tokenOfFig } from '../../../surface/plane/scene';
import type { Odds, RangeBands } from '../../../surface/plane/tools';
import type { Edge, Pt } from '../table/types';
import { tableView } from '../table/view';
import { memberOf, namingOf } from './naming';
import { kinds, weaponRow } from './rows';

/** A chance as a share of 1. */
export const share = ({ n, d }: Chance): number => (d === 0 ? 0 : n / d);

/** The view as the table draws it. */
export const drawn = (view: View): TableScene => tableScene(tableView(view), kinds());

/** A figure as it would be drawn elsewhere. */
export function tokenAt(view: View, fig: Fig, at: Pt, facing: Pt): Token | undefined {
  const table = tableView(view);
  const figures = table.figures.map((one, n) => (n === fig ? { ...one, status: 'on_table' as const, at, facing } : one));
  return tokenOfFig(tableScene({ ...table, figures }, kinds()), fig);
}

/** Odds of a blow against a defence of so many more dice, as the table labels them. */
export function oddsOn(view: View, blow: BlowAdvice, title: string, extra = 0): Odds[] {
  const name = namingOf(view);
  const odds = oddsOf(blow, title, extra, (rule) => name.mod(rule));
  return odds ? [odds] : [];
}

/** The range bands of a weapon that a figure carries; nothing for one that is not fired. */
export function rangeOf(view: View, fig: Fig, weapon: number): RangeBands | undefined {
  const row = weaponRow(memberOf(view, fig)?.weapons[weapon]);
  return row && row.short > 0 ? { fig, weapon: row.id, short: row.short, long: row.long } : undefined;
}

/** A place so far along an edge and so deep in the table, in u. */
export function fromEdge(edge: Edge, along: number, deep: number, size: number): Pt {
  switch (edge) {
    case 's':
      return [along, deep];
    case 'n':
      return [along, size - deep];
    case 'e':
      return [size - deep, along];
    case 'w':
      return [deep, along];
  }
}

/** Away from an edge. */
export const AWAY: Readonly<Record<Edge, Pt>> = { s: [0, 1000], n: [0, -1000], e: [-1000, 0], w: [1000, 0] };
