/**
 * The overlay of the table while a player measures or decides, as plain data. Legality, lengths and watchers come from
 * the advice of the server; no rule is known here. All places are in u.
 */
import type { Pt, Seat } from '../../protocol';
import { far } from './geometry';
import type { Edge, Scene, Token } from './scene';
import type { Sheet } from './sheet';

/** The number of a figure on a plane. */
export type Fig = number;

/** One end of a ruler: a place, or a base. */
export interface RulerEnd {
  at: Pt;
  fig?: Fig;
}

/** A measured distance: edge of base to edge of base where there are bases (GEN-GEO-04). */
export interface Ruler {
  from: RulerEnd;
  to: RulerEnd;
}

/** A place of a path at which an opponent may act (GEN-AO-06). */
export interface Checkpoint {
  at: Pt;
  /** The figures that see it. */
  watchers: readonly Fig[];
}

/** The advice of the server on a drafted path. */
export interface PathVerdict {
  ok: boolean;
  /** The line that would be walked, from the start; it ends at the cut. */
  walked: readonly Pt[];
  /** Length and cost of the walked line, and the most that may be spent, in u. */
  length: number;
  cost: number;
  budget: number;
  /** Action dice that the action takes. */
  da: number;
  /** Stretches over difficult ground, as lines. */
  difficult?: readonly (readonly Pt[])[];
  /** The length of difficult ground, in u, and the cost of 1 cm of it, where that is more than 1 cm. */
  slow?: { u: number; rate: number };
  /** The cost of 1 cm of clear ground, where that is more than 1 cm. */
  clearRate?: number;
  /** The place at which the walk ends, in contact with a standing enemy. */
  cut?: Pt;
  /** The place at which it cannot go on, and the obstacle there, by number. */
  stop?: Pt;
  barrier?: { piece: number } | { fig: Fig };
  checkpoints?: readonly Checkpoint[];
  /** The reason why it is not legal, in the language of the player. */
  why?: string;
}

/** A path that is being drawn: its way-points after the start. */
export interface PathDraft {
  fig: Fig;
  points: readonly Pt[];
  /** Final facing, if one was chosen. */
  facing?: Pt;
  /** Absent while a request to the server is open. */
  verdict?: PathVerdict;
}

/** The area in which a figure could stand after one action. */
export interface ReachArea {
  fig: Fig;
  /** Closed rings; holes are rings inside rings. See {@link ringsOf} for an area of cells. */
  rings: readonly (readonly Pt[])[];
  /** The action, such as "move 10 cm". */
  label?: string;
  /** Action dice that the action takes; cheaper actions are drawn brighter. */
  da: number;
}

/** One of the lines that are tested between two figures: to a part of the target, and the place at which it is blocked. */
export interface SightRay {
  to: Pt;
  free: boolean;
  stop?: Pt;
}

/** A line of sight between two figures. */
export interface SightLine {
  from: Fig;
  to: Fig;
  /** The ends that were tested: the eye, and the part of the target that is seen, or its middle. */
  line: readonly [Pt, Pt];
  seen: boolean;
  /** All lines that were tested, where they are shown. */
  rays?: readonly SightRay[];
  /** The number of free lines, and of all lines. */
  free?: { n: number; of: number };
  /** The place at which it is blocked. */
  blocked?: Pt;
  /** The pieces and figures that block any of the lines, by number. */
  pieces?: readonly number[];
  figures?: readonly Fig[];
  /** The pieces that give the target cover against this line, if any (GEN-COV-02). */
  cover?: readonly number[];
}

/** The cover test of a figure with a facing (GEN-GEO-10): its rays, the number of covered ones, and the number that is needed. */
export interface CoverRays {
  fig: Fig;
  covered: number;
  of: number;
  needed: number;
  legal: boolean;
  rays: readonly { to: Pt; covered: boolean }[];
  /** Pieces that cover, by number. */
  pieces: readonly number[];
}

/** The ranges of a weapon around a figure, edge to edge; 0 for a band it does not have. */
export interface RangeBands {
  fig: Fig;
  weapon: string;
  short: number;
  long: number;
}

/** Exact odds of an attack, as shares of 1. */
export interface Odds {
  target: Fig;
  /** The attack, such as "Winchester, long range". */
  title: string;
  hit: number;
  /** Results of a hit, as shares of all cases. */
  outcomes?: readonly { what: 'down' | 'wounded' | 'out'; share: number }[];
  /** Modifiers and their reasons. */
  mods?: readonly { what: string; n: number }[];
  note?: string;
}

/** An item that is being put on the table. */
export type Placing =
  | {
      kind: 'piece';
      piece: string;
      at: Pt;
      turn: number;
      ok: boolean;
      why?: string;
      /** Its number among the pieces on the table, if it is one of them. */ index?: number;
    }
  | { kind: 'figure'; fig: Fig; token: Token; at: Pt; facing: Pt; ok: boolean; why?: string }
  | { kind: 'marker'; owner: Seat; at: Pt; ok: boolean; why?: string };

/** An opportunity that interrupts a move: the place of the mover, and the figures that may react. */
export interface Interrupt {
  at: Pt;
  mover: Fig;
  reactors: readonly Fig[];
  /** The chosen reactor, and the checkpoint at which it would react. */
  chosen?: Fig;
  checkpoint?: Pt;
}

/** All marks over the table. */
export interface Overlay {
  /** The lines of sight, the cover and the front arc of the figure in question, which are shown on demand. */
  views?: { readonly sight?: Overlay['sight']; readonly cover?: Overlay['cover']; readonly arcs?: Overlay['arcs'] };
  selected?: Fig | null;
  /** Whether the player is pointing at the table, so that the camera must not move. */
  steady?: boolean;
  /** Figures that may be chosen. */
  targets?: readonly Fig[];
  /** The figure that is aimed at, one of the targets. */
  aimed?: Fig;
  /** Markers that may be chosen, by number. */
  goals?: readonly number[];
  /** Places that may be chosen, such as landing spots of a jump. */
  spots?: readonly Pt[];
  /** The choice that is highlighted: a piece, by number, and places. */
  hint?: { piece?: number; spots: readonly Pt[] };
  ruler?: Ruler;
  path?: PathDraft;
  /** The ways chosen for other figures that move at the same time, such as in a charge. */
  trails?: readonly { fig: Fig; to: Pt }[];
  reach?: readonly ReachArea[];
  sight?: readonly SightLine[];
  cover?: CoverRays;
  range?: RangeBands;
  /** Figures whose front half-plane is shown. */
  arcs?: readonly Fig[];
  odds?: readonly Odds[];
  placing?: Placing;
  /** Other figures at the places that are planned for them. */
  ghosts?: readonly { fig: Fig; token: Token; at: Pt; facing: Pt }[];
  interrupt?: Interrupt;
  /** Strips that are highlighted: deployment zones, edges to choose. */
  edges?: readonly { edge: Edge; seat?: Seat; choice?: boolean }[];
  /** The area in which figures are touched, such as that of a blast; its radius in u from edge of base to edge. */
  circle?: { at: Pt; radius: number; label?: string };
}

/** The meaning of gestures on the table. */
export type Tool = 'look' | 'ruler' | 'path' | 'place';

/** The place of a tap, and what lies there. */
export interface Pick {
  at: Pt;
  fig?: Fig;
  goal?: number;
  piece?: number;
  spot?: Pt;
  edge?: Edge;
}

/** Returns the distance of two ends in u, from edge to edge, and whether the bases touch. */
export function measure({ from, to }: Ruler, sheet: Sheet): { u: number; touching: boolean } {
  const bases = (from.fig === undefined ? 0 : sheet.u.base) + (to.fig === undefined ? 0 : sheet.u.base);
  const centres = far(from.at, to.at);
  return { u: Math.max(0, centres - bases), touching: from.fig !== undefined && to.fig !== undefined && from.fig !== to.fig && centres <= sheet.u.contact };
}

/** Returns whether two ends are within `u` of one another, as the rules test it: exactly, and the limit included (GEN-GEO-04). */
export function isWithin({ from, to }: Ruler, u: number, sheet: Sheet): boolean {
  const bases = (from.fig === undefined ? 0 : sheet.u.base) + (to.fig === undefined ? 0 : sheet.u.base);
  const dx = from.at[0] - to.at[0];
  const dy = from.at[1] - to.at[1];
  return dx * dx + dy * dy <= (u + bases) ** 2;
}

/**
 * Returns a distance in centimetres, rounded up to tenths so that the shown number agrees with {@link isWithin}: 20.03 cm
 * is shown as 20.1, because it is not within 20.
 */
export const tenths = (u: number): number => Math.max(0, Math.ceil(u / 10 - 1e-6)) / 10;

/** Returns the end of a ruler at a place: the base there, or the place itself. */
export function rulerEnd(token: Token | undefined, at: Pt): RulerEnd {
  return token ? { at: token.at, fig: token.fig } : { at };
}

/** Returns a ruler whose ends follow their figures; nothing where one of them is gone. */
export function followed(ruler: Ruler, scene: Scene): Ruler | undefined {
  const end = (one: RulerEnd): RulerEnd | undefined => {
    if (one.fig === undefined) return one;
    const token = scene.tokens.find((other) => other.fig === one.fig);
    return token && { at: token.at, fig: token.fig };
  };
  const from = end(ruler.from);
  const to = end(ruler.to);
  return from && to && { from, to };
}

/** The largest number of way-points of a path (GEN-ACT-32). */
export const MOST_POINTS = 16;
export function withPoint(points: readonly Pt[], index: number, at: Pt): Pt[] {
  return points.map((old, i) => (i === index ? at : old));
}
export const withMore = (points: readonly Pt[], at: Pt): Pt[] => (points.length < MOST_POINTS ? [...points, at] : [...points]);
export function withInserted(points: readonly Pt[], index: number, at: Pt): Pt[] {
  return points.length < MOST_POINTS ? [...points.slice(0, index), at, ...points.slice(index)] : [...points];
}
