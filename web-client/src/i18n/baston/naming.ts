import type { Point, Seat } from '../../protocol';
import type { ItemId, ItemKind, PieceId, Place, Who } from '../../protocol/baston';

/** Names of things as a line of the log needs them, in the language it is written in. */
export interface Naming {
  who(who: Who): string;
  seat(seat: Seat): string;
  /** An object with its definite article, as it was when the line was written. */
  the(id: ItemId): string;
  kind(kind: ItemKind): string;
  aKind(kind: ItemKind): string;
  point(at: Point): string;
  door(door: number): string;
  window(window: number): string;
  panel(panel: number): string;
  phone(phone: number): string;
  piece(piece: PieceId): string;
  /** What an object was and where, before the fact that speaks of it. */
  before: { readonly kind: ItemKind; readonly place: Place } | null;
}

/** Direction and length of a straight line between two points; `null` when they lie on none. */
export function straight(from: Point, to: Point): { dir: number; steps: number } | null {
  const [dr, dc] = [to[0] - from[0], to[1] - from[1]];
  const steps = Math.max(Math.abs(dr), Math.abs(dc));
  if (steps === 0 || (dr !== 0 && dc !== 0 && Math.abs(dr) !== Math.abs(dc))) return null;
  const ways = ['-1,0', '-1,1', '0,1', '1,1', '1,0', '1,-1', '0,-1', '-1,-1'];
  return { dir: ways.indexOf(`${Math.sign(dr)},${Math.sign(dc)}`) + 1, steps };
}

export const carrier = (place: Place | undefined): Who | null => (typeof place === 'object' && 'carried' in place ? place.carried : null);

export const wearer = (place: Place | undefined): Who | null => (typeof place === 'object' && 'worn' in place ? place.worn : null);

export const spot = (place: Place | undefined): Point | null => (typeof place === 'object' && 'at' in place ? place.at[0] : null);
