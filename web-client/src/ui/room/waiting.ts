import type { Asking, Clock, RoomState, Seat } from '../../protocol';
import { hurries } from '../common/clocks';

/** The state of the table, for the line that names the awaited players. */
export type Waiting =
  | { is: 'paused' }
  | { is: 'over' }
  | { is: 'playing' }
  | { is: 'mine'; kind: Kind; clock: Clock | null }
  | { is: 'others'; kind: Kind; seats: Seat[]; clock: Clock | null; given: boolean }
  /** All sheets are sealed blindly and are being opened. `mine` is whether ours is awaited. */
  | { is: 'opening'; seats: Seat[]; clock: Clock | null; mine: boolean }
  | { is: 'none' };

/** The kind of question by the time that it has. */
export type Kind = 'quick' | 'short' | 'long' | 'between';

/** Returns the kind of question that a clock runs for. */
export function kindOf(clock: Clock | undefined | null): Kind {
  if (!clock) return 'quick';
  if (typeof clock.pace !== 'string') return 'long';
  // A window is answered like a decision; so are paces that only a newer server knows.
  return clock.pace === 'short' || clock.pace === 'between' ? clock.pace : 'quick';
}

/** Returns the state of the table. `shown` is whether all entries have been shown. */
export function waiting(room: RoomState, asking: Asking | null, me: Seat | null, shown: boolean, over: boolean): Waiting {
  if (room.phase === 'paused') return { is: 'paused' };
  if (!shown) return { is: 'playing' };
  if (over) return { is: 'over' };
  if (!asking || asking.seats.length === 0) return { is: 'none' };
  const clockOf = (seat: Seat) => asking.clocks.find((clock) => clock.seats.includes(seat)) ?? null;
  const slowestOf = (seats: readonly Seat[]) =>
    seats.map(clockOf).reduce<Clock | null>((most, clock) => (clock && (!most || clock.left > most.left) ? clock : most), null);
  if (asking.blind?.open) {
    const { seats } = asking;
    return { is: 'opening', seats, clock: slowestOf(seats), mine: me !== null && seats.includes(me) };
  }
  if (me !== null && asking.seats.includes(me)) return { is: 'mine', kind: kindOf(clockOf(me)), clock: clockOf(me) };
  const slowest = slowestOf(asking.seats);
  const given = me !== null && room.seats.some((seat) => seat.seat === me && seat.sheet === 'confirmed');
  return { is: 'others', kind: kindOf(slowest), seats: asking.seats, clock: slowest, given };
}

/** Whether a clock runs whose time limit matters: only then do the texts say what happens when it is over. */
export const pressed = (table: Waiting): boolean => 'clock' in table && table.clock !== null && hurries(table.clock);
