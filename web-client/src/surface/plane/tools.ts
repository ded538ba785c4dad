/**
 * What is laid over the table while somebody measures or decides: plain data. What is legal, how long, who sees it
 * comes from the server's advice; nothing here is computed by a rule. All places are in u.
 */
import type { Pt, Seat } from '../../protocol';
import { far } from './geometry';
import type { Edge, Scene, Token } from './scene';
import type { Sheet } from './sheet';

/** The number of something that stands on a plane. */
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
  /** Who sees it. */
  watchers: readonly Fig[];
}

/** What the server says of a drafted path. */
export interface PathVerdict {
  ok: boolean;
  /** The line as it would be walked, from the start; ends at the cut. */
  walked: readonly Pt[];
  /** Length and cost of what is walked, and what may be spent, in u. */
  length: number;
  cost: number;
  budget: number;
  /** Action dice the action takes. */
  da: number;
  /** Stretches over difficult ground, as lines. */
  difficult?: readonly (readonly Pt[])[];
  /** How much of the length is difficult ground, and what 1 cm of it costs, where that is more than 1 cm. */
  slow?: { u: number; rate: number };
  /** What 1 cm of clear ground costs, where that is more than 1 cm. */
  clearRate?: number;
  /** The walk ends here in contact with a standing enemy. */
  cut?: Pt;
  /** Where it cannot go on, and what stands in its way there, by number. */
  stop?: Pt;
  barrier?: { piece: number } | { fig: Fig };
  checkpoints?: readonly Checkpoint[];
  /** Why not, in the player's words. */
  why?: string;
}

/** A path being drawn: its way-points after the start. */
export interface PathDraft {
  fig: Fig;
  points: readonly Pt[];
  /** Final facing, if one was chosen. */
  facing?: Pt;
  /** None yet while the server is being asked. */
  verdict?: PathVerdict;
}

/** Where a figure could stand after one action. */
export interface ReachArea {
  fig: Fig;
  /** Closed rings; holes are rings inside rings. See {@link ringsOf} for an area of cells. */
  rings: readonly (readonly Pt[])[];
  /** What the action is, such as "move 10 cm". */
  label?: string;
  /** Cheaper actions are drawn brighter. */
  da: number;
}

/** One of the lines that are tried between two figures: to a part of the target, and where it is blocked. */
export interface SightRay {
  to: Pt;
  free: boolean;
  stop?: Pt;
}

/** A line of sight between two figures. */
export interface SightLine {
  from: Fig;
  to: Fig;
  /** The ends that were tried: the eye, and the part of the target that is seen, or its middle. */
  line: readonly [Pt, Pt];
  seen: boolean;
  /** Every line that is tried, where they are shown. */
  rays?: readonly SightRay[];
  /** How many lines are free, of how many. */
  free?: { n: number; of: number };
  /** Where it is blocked. */
  blocked?: Pt;
  /** What blocks any of the lines: pieces and figures, by number. */
  pieces?: readonly number[];
  figures?: readonly Fig[];
  /** The target is in cover against this line, behind these pieces (GEN-COV-02). */
  cover?: readonly number[];
}

/** The cover test of a figure with a facing (GEN-GEO-10): which of its rays meet something, how many it takes, and what covers. */
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
  /** What would be done, such as "Winchester, long range". */
  title: string;
  hit: number;
  /** Results of a hit, as shares of all cases. */
  outcomes?: readonly { what: 'down' | 'wounded' | 'out'; share: number }[];
  /** Modifiers and their reasons. */
  mods?: readonly { what: string; n: number }[];
  note?: string;
}

/** Something being put on the table. */
export type Placing =
  | {
      kind: 'piece';
      piece: string;
      at: Pt;
      turn: number;
      ok: boolean;
      why?: string;
      /** Its number among the pieces that lie there, if it does. */ index?: number;
    }
  | { kind: 'figure'; fig: Fig; token: Token; at: Pt; facing: Pt; ok: boolean; why?: string }
  | { kind: 'marker'; owner: Seat; at: Pt; ok: boolean; why?: string };

/** An opportunity that interrupts a move: where the mover stands, and who may answer. */
export interface Interrupt {
  at: Pt;
  mover: Fig;
  reactors: readonly Fig[];
  /** Chosen reactor, and the checkpoint it would answer at. */
  chosen?: Fig;
  checkpoint?: Pt;
}

/** Everything laid over the table. */
export interface Overlay {
  /** What the one spoken of sees, and what would cover it: laid over the table on demand. */
  views?: { readonly sight?: Overlay['sight']; readonly cover?: Overlay['cover']; readonly arcs?: Overlay['arcs'] };
  selected?: Fig | null;
  /** A hand points at the table: it does not move under it. */
  steady?: boolean;
  /** Figures that may be chosen. */
  targets?: readonly Fig[];
  /** The one of them that is aimed at. */
  aimed?: Fig;
  /** Markers that may be chosen, by number. */
  goals?: readonly number[];
  /** Places that may be chosen, such as landing spots of a jump. */
  spots?: readonly Pt[];
  /** What is spoken of among what may be chosen: a piece, by number, and places. */
  hint?: { piece?: number; spots: readonly Pt[] };
  ruler?: Ruler;
  path?: PathDraft;
  /** Ways chosen for others who go at the same time, such as in a charge. */
  trails?: readonly { fig: Fig; to: Pt }[];
  reach?: readonly ReachArea[];
  sight?: readonly SightLine[];
  cover?: CoverRays;
  range?: RangeBands;
  /** Figures whose front half-plane is shown. */
  arcs?: readonly Fig[];
  odds?: readonly Odds[];
  placing?: Placing;
  /** Others who are planned to stand somewhere. */
  ghosts?: readonly { fig: Fig; token: Token; at: Pt; facing: Pt }[];
  interrupt?: Interrupt;
  /** Strips that are spoken of: deployment, edges to choose. */
  edges?: readonly { edge: Edge; seat?: Seat; choice?: boolean }[];
  /** Around which radius figures are touched, such as a blast, in u from edge of base to edge. */
  circle?: { at: Pt; radius: number; label?: string };
}

/** What a hand on the table means. */
export type Tool = 'look' | 'ruler' | 'path' | 'place';

/** What was tapped, most telling first. */
export interface Pick {
  at: Pt;
  fig?: Fig;
  goal?: number;
  piece?: number;
  spot?: Pt;
  edge?: Edge;
}

/** Distance of two ends in u, from edge to edge, and whether the bases touch. */
export function measure({ from, to }: Ruler, sheet: Sheet): { u: number; touching: boolean } {
  const bases = (from.fig === undefined ? 0 : sheet.u.base) + (to.fig === undefined ? 0 : sheet.u.base);
  const centres = far(from.at, to.at);
  return { u: Math.max(0, centres - bases), touching: from.fig !== undefined && to.fig !== undefined && from.fig !== to.fig && centres <= sheet.u.contact };
}

/** Whether two ends are within so many u of one another, as the rules test it: exactly, and the limit included (GEN-GEO-04). */
export function isWithin({ from, to }: Ruler, u: number, sheet: Sheet): boolean {
  const bases = (from.fig === undefined ? 0 : sheet.u.base) + (to.fig === undefined ? 0 : sheet.u.base);
  const dx = from.at[0] - to.at[0];
  const dy = from.at[1] - to.at[1];
  return dx * dx + dy * dy <= (u + bases) ** 2;
}

/**
 * Tenths of a centimetre of a distance, rounded so that what is read agrees with {@link isWithin}: 20.03 cm reads 20.1,
 * because it is not within 20.
 */
export const tenths = (u: number): number => Math.max(0, Math.ceil(u / 10 - 1e-6)) / 10;

/** The end a ruler takes at a place: the base there, or the place itself. */
export function rulerEnd(token: Token | undefined, at: Pt): RulerEnd {
  return token ? { at: token.at, fig: token.fig } : { at };
}

/** Keeps a ruler on the figures it was laid on, when they move. */
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

/** A path with a way-point moved, added or taken away; at most 16 points (GEN-ACT-32). */
export const MOST_POINTS = 16;
export function withPoint(points: readonly Pt[], index: number, at: Pt): Pt[] {
  return points.map((old, i) => (i === index ? at : old));
}
export const withMore = (points: readonly Pt[], at: Pt): Pt[] => (points.length < MOST_POINTS ? [...points, at] : [...points]);
export function withInserted(points: readonly Pt[], index: number, at: Pt): Pt[] {
  return points.length < MOST_POINTS ? [...points.slice(0, index), at, ...points.slice(index)] : [...points];
}
