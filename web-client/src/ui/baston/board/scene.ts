/**
 * What the board draws: plain data, without any rule of any game. A ruleset's adapter (such as `baston.ts`)
 * turns a view of its own into this; nothing here knows what a move or a blow is.
 */

/** A point of the grid, counted from 1; row 1 is north, column 1 is west. */
export interface Pt {
  r: number;
  c: number;
}

/** A compass direction: 1 is north, then clockwise to 8, north-west. */
export type Dir = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Ground of one point. `level` 0 is the street; `inside` tells the bar from the night outside. */
export interface Ground {
  /** Kind of ground; one without a drawing is drawn as plain floor. */
  terrain: string;
  level: number;
  inside: boolean;
}

/** The edge on one side of a point. Every edge is written once, from its north or west point. */
export interface Edge {
  at: Pt;
  side: 'e' | 's';
}

export interface Leaf {
  edge: Edge;
  /** The point over which the leaf swings. */
  swept: Pt;
  /** The neighbour of `swept` on the hinge side. */
  hinge: Pt;
}

export interface Door {
  id: string;
  name: string;
  leaves: Leaf[];
}

export interface Window {
  id: string;
  edge: Edge;
  /** The point from which the window is worked. */
  inside: Pt;
}

export interface Panel {
  id: string;
  edge: Edge;
}

export interface Phone {
  id: string;
  at: Pt;
  face: Dir;
}

export interface Stair {
  at: Pt;
  bottom: Pt;
  top: Pt;
}

/** The part of a board that never changes during a game. */
export interface BoardPlan {
  id: string;
  rows: number;
  cols: number;
  /** Ground by row then column, both from 0. */
  ground: Ground[][];
  walls: Edge[];
  doors: Door[];
  windows: Window[];
  panels: Panel[];
  phones: Phone[];
  stairs: Stair[];
  /** The corner point with the star, if the board has one. */
  star?: Pt;
}

export type LeafState = 'shut' | 'open' | 'bolted' | 'destroyed';
export type WindowState = 'shut' | 'open' | 'destroyed';
export type FurnitureKind = 'table' | 'pinball' | 'babyfoot' | 'video';

export interface Furniture {
  id: string;
  kind: FurnitureKind;
  cells: Pt[];
  overturned: boolean;
}

/** Where on its point a thing lies. */
export type Layer = 'floor' | 'top';

/** A loose thing: chair, bottle, weapon, clothing, cash box. */
export interface Loose {
  id: string;
  item: string;
  at: Pt;
  layer: Layer;
}

export interface Figure {
  id: string;
  /** The one letter that names the figure in the game. */
  letter: string;
  name: string;
  /** Number of the look, see `art/looks.ts`. */
  look: number;
  /** Seat of the owner, from 0; gives colour and badge shape. */
  seat: number;
  /** Name of the owner's band. */
  band: string;
  at: Pt;
  facing: Dir;
  posture: 'standing' | 'prone';
  /** Standing on a piece of furniture or on the bar. */
  onTop: boolean;
  /** Lying under a piece of furniture. */
  under: boolean;
  /** Sequences still lost. */
  stunned: number;
  /** The figure this one holds, and the one that holds it. */
  holds?: string;
  heldBy?: string;
  out: boolean;
  /** Acts now. */
  active?: boolean;
  rank: number;
  /** What the hands hold, drawn in the hand. */
  held?: string;
  /** Everything carried, worn things left out. */
  carried: string[];
  worn: string[];
  /** Points left and full points of each part of the body, in order T, TR, BD, BG, J. */
  parts: { part: string; left: number; full: number }[];
}

/** Everything that can be seen on the board at one moment. */
export interface BoardScene {
  plan: BoardPlan;
  /** State by `doorId:leaf` (leaf from 0). */
  leaves: Record<string, LeafState>;
  windows: Record<string, WindowState>;
  /** Ids of panels and phones that are broken. */
  broken: string[];
  furniture: Furniture[];
  loose: Loose[];
  /** Points with broken glass on the ground. */
  glass: Pt[];
  figures: Figure[];
}

/** What a tap can mean. */
export type Pick = { kind: 'point'; at: Pt } | { kind: 'figure'; id: string; at: Pt } | { kind: 'piece'; id: string; at: Pt } | { kind: 'direction'; dir: Dir };

/** A planned path: the points of one figure, with the sequence (1 to 3) in which each is reached. */
export interface GhostPath {
  figure: string;
  from: Pt;
  steps: { at: Pt; sequence: number; note?: string }[];
  facing?: Dir;
}

/** What is laid over the board while a player decides. */
export interface Overlay {
  reach?: Pt[];
  /** The reachable point that is chosen, or the default. */
  chosen?: Pt;
  ghosts?: GhostPath[];
  /** Figures or pieces that may be chosen. */
  targets?: string[];
  selected?: string;
  /** Wedges around a point; only those in `dirs` can be taken. */
  wedges?: { at: Pt; dirs: Dir[]; chosen?: Dir };
  /** Points a thrown thing would fly over, in order. */
  flight?: Pt[];
  /** Points that belong to a zone, such as a start zone. */
  zone?: Pt[];
}

/** The id of a leaf in {@link BoardScene.leaves}. */
export const leafId = (door: string, leaf: number): string => `${door}:${leaf}`;

export const samePt = (a: Pt, b: Pt): boolean => a.r === b.r && a.c === b.c;

/** A key for maps and sets of points. */
export const ptKey = (p: Pt): string => `${p.r},${p.c}`;

/** Ground of a point, or undefined outside the grid. */
export const groundAt = (plan: BoardPlan, p: Pt): Ground | undefined => plan.ground[p.r - 1]?.[p.c - 1];
