/** What the table draws from: the types of the rules, by the same names. */

/** A place or a vector `[x, y]` in u (0.1 mm): x east, y north. */
export type Pt = [number, number];
export type Seat = number;
/** A figure, by its number in the game. */
export type Fig = number;
export type Era = 'western' | 'pirates' | 'ww2' | 'medieval';
export type Edge = 's' | 'n' | 'e' | 'w';
export type Status = 'waiting' | 'on_table' | 'ooa' | 'exited' | 'routed' | 'home';
export const ERAS: readonly Era[] = ['western', 'pirates', 'ww2', 'medieval'];

/** A figure as it is now (GEN-STA-02 to 06). */
export interface Figure {
  seat: Seat;
  at: Pt;
  /** Level of its floor, in u. */
  z: number;
  facing: Pt;
  status: Status;
  da: number;
  wounded: boolean;
  down: boolean;
  in_cover: boolean;
  charges: [number, number];
  heroic_tried: boolean;
}

/** A terrain piece on the table. */
export interface Placed {
  piece: string;
  at: Pt;
  /** Steps of 15 degrees, 0 to 23, counter-clockwise. */
  turn: number;
}

/** An objective marker (GEN-SCN-30, 60). */
export interface Marker {
  at: Pt;
  owner: Seat | null;
  sacked: boolean;
}

/** A figure as built: what the table needs of it. */
export interface Member {
  name: string;
  chief?: boolean;
  weapons?: string[];
  armour?: string | null;
  skills?: string[];
  look?: number;
}

export interface Band {
  name: string;
  era: Era;
  members: Member[];
}

/** A kind of terrain piece, from the catalogue of the ruleset (section 23.1). */
export interface TerrainKind {
  id: string;
  era: Era;
  name: { fr: string; en: string };
  /** In u. */
  height: number;
  move: 'clear' | 'difficult' | 'solid';
  los: 'none' | 'solid' | 'dense';
  cover: 'none' | 'edge' | 'inside';
  /** One can stand on top. */
  top: boolean;
  thin: boolean;
  copies: number;
  /** Convex, counter-clockwise, in u around the origin of the piece. */
  polys: Pt[][];
}

/** The parts of a view that are drawn. */
export interface TableView {
  era: Era;
  pieces: readonly Placed[];
  figures: readonly Figure[];
  /** The member behind each figure, by figure. */
  members: readonly Member[];
  /** Bands by seat. */
  bands: readonly Band[];
  /** Own edge of each seat, once known. */
  edges: readonly (Edge | null)[];
  markers: readonly Marker[];
  /** The figure that acts now. */
  active?: Fig | null;
}
