import type { Asking, Clock, RoomState, Seat } from '../../protocol';
import { hurries } from '../common/clocks';

/** Where the table stands, for the line that says who is waited for. */
export type Waiting =
  | { is: 'paused' }
  | { is: 'over' }
  | { is: 'playing' }
  | { is: 'mine'; kind: Kind; clock: Clock | null }
  | { is: 'others'; kind: Kind; seats: Seat[]; clock: Clock | null; given: boolean }
  /** Everybody has sealed blindly: sheets are being opened. `mine` tells whether ours is waited for. */
  | { is: 'opening'; seats: Seat[]; clock: Clock | null; mine: boolean }
  | { is: 'none' };

/** How long is being thought. */
export type Kind = 'quick' | 'short' | 'long' | 'between';

/** The kind of question a clock runs for. */
export function kindOf(clock: Clock | undefined | null): Kind {
  if (!clock) return 'quick';
  if (typeof clock.pace !== 'string') return 'long';
  // A window is answered like any decision; so is whatever a newer server knows besides.
  return clock.pace === 'short' || clock.pace === 'between' ? clock.pace : 'quick';
}

/** Who is waited for. `shown` tells whether everything that happened has been shown. */
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

/** Whether a clock runs that is worth a word: nobody is told what happens after a time that does not pass. */
export const pressed = (table: Waiting): boolean => 'clock' in table && table.clock !== null && hurries(table.clock);
