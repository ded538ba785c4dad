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

export const carrier = (place: Place | undefined): Who | null =>
  typeof place === 'object' && 'carried' in place ? place.carried : null;

export const wearer = (place: Place | undefined): Who | null =>
  typeof place === 'object' && 'worn' in place ? place.worn : null;

export const spot = (place: Place | undefined): Point | null => (typeof place === 'object' && 'at' in place ? place.at[0] : null);
