/** The view of a game as the table draws it. */
import type { View } from '../../../protocol/generik';
import type { TableView } from './types';

/** What of a view lies on the table. */
export function tableView({ setup, figures, scene }: View): TableView {
  return {
    era: setup.era,
    pieces: scene.pieces,
    figures: scene.figures,
    members: figures.map((known) => setup.bands[known.seat]?.members[known.member] ?? { name: '?' }),
    bands: setup.bands,
    edges: scene.forces.map((force) => force.edge),
    markers: scene.markers,
    active: scene.stage === 'fight' ? (scene.phase.heroic ?? scene.phase.last) : null,
  };
}
