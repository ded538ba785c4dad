/** What the table draws from: types of the rules, and the parts of them that are drawn. */
import type { Band, Edge, Era, Figure, Marker, Member, Placed } from '../../../protocol/generik';

export type { Edge, Era, Fact, Fig, Figure, Marker, Placed, Status, Terrain, TerrainKind } from '../../../protocol/generik';
export type { Pt, Seat } from '../../../protocol';

export const ERAS: readonly Era[] = ['western', 'pirates', 'ww2', 'medieval'];

/** A figure as built: what of it is drawn. */
export type Built = Pick<Member, 'name'> & Partial<Pick<Member, 'chief' | 'weapons' | 'armour' | 'skills' | 'look'>>;

/** The parts of a view that are drawn. */
export interface TableView {
  era: Era;
  pieces: readonly Placed[];
  figures: readonly Figure[];
  /** The member behind each figure, by figure. */
  members: readonly Built[];
  /** Bands by seat. */
  bands: readonly Pick<Band, 'name' | 'era'>[];
  /** Own edge of each seat, once known. */
  edges: readonly (Edge | null)[];
  markers: readonly Marker[];
  /** The figure that acts now. */
  active?: number | null;
}
