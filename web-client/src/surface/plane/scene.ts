/** Pieces and figures on a plane, as plain data; no rule is known here. */
import type { Pt, Seat, Words } from '../../protocol';
import type { XY } from '../camera';

export type Edge = 'n' | 's' | 'e' | 'w';

/** A kind of piece that lies on a plane. */
export interface PieceKind {
  id: string;
  name: Words;
  /** Its height, in units of the plane. */
  height: number;
  /** Convex, counter-clockwise, around the origin of the piece. */
  polys: Pt[][];
}

/** A piece at its place. */
export interface Piece {
  /** Its number among the pieces. */
  index: number;
  kind: PieceKind;
  polys: Pt[][];
  /** Its place as drawn. */
  place: XY;
}

/** A figure on its base. */
export interface Token {
  fig: number;
  id: string;
  /** The one letter that names it at the table. */
  letter: string;
  name: string;
  seat: Seat;
  /** Centre of its base, in units of the plane and as drawn. */
  at: Pt;
  place: XY;
  /** Level of its floor, in units. */
  level: number;
  /** Degrees clockwise from north. */
  angle: number;
  down: boolean;
  active: boolean;
}

/** An objective. */
export interface Goal {
  id: string;
  index: number;
  at: Pt;
  place: XY;
}

/** A strip along an edge that belongs to a seat. */
export interface Zone {
  seat: Seat;
  edge: Edge;
  box: { x: number; y: number; w: number; h: number };
}

/** The visible state of a plane at one moment. */
export interface Scene<T extends Token = Token, P extends Piece = Piece, G extends Goal = Goal> {
  pieces: P[];
  /** Lowest level first. */
  tokens: T[];
  goals: G[];
  zones: Zone[];
}

/** Returns the token with an id, and the one with a number. */
export const tokenById = <T extends Token>(scene: Scene<T>, id: string | undefined): T | undefined =>
  id === undefined ? undefined : scene.tokens.find((token) => token.id === id);
export const tokenOfFig = <T extends Token>(scene: Scene<T>, fig: number | null | undefined): T | undefined =>
  fig === null || fig === undefined ? undefined : scene.tokens.find((token) => token.fig === fig);
