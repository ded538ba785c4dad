/** How facts change made-up games; the real fold comes with the ruleset. */
import type { Fold } from '../../../../store/timeline.svelte';
import type { Fact, Figure, TableView } from '../types';

export interface TableNotice {
  facts: readonly Fact[];
}

const change = (view: TableView, fig: number, more: Partial<Figure>): TableView => ({
  ...view,
  figures: view.figures.map((old, i) => (i === fig ? { ...old, ...more } : old)),
});

function apply(view: TableView, fact: Fact): TableView {
  switch (fact.t) {
    case 'acts':
      return { ...view, active: fact.fig };
    case 'moved':
      return change(view, fact.fig, { at: fact.path.at(-1) ?? [0, 0], z: fact.z });
    case 'faced':
      return change(view, fact.fig, { facing: fact.facing });
    case 'down':
      return change(view, fact.fig, { down: fact.down });
    case 'wounded':
      return change(view, fact.fig, { wounded: fact.wounded });
    case 'status':
      return change(view, fact.fig, { status: fact.status });
    case 'da':
      return change(view, fact.fig, { da: fact.da });
    case 'cover':
      return change(view, fact.fig, { in_cover: fact.in_cover });
    default:
      return view;
  }
}

export const tableFold: Fold<TableView, TableNotice> = {
  read: (raw) => raw as TableNotice,
  fold: (view, notice) => notice.facts.reduce(apply, view),
  split: (notice) => notice.facts.map((fact) => ({ facts: [fact] })),
  beat: (notice) => (notice.facts.some((fact) => fact.t === 'rolled') ? 900 : 650),
  turn: () => 1,
};
