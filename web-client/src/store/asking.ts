import type { Asking, Seat, Still } from '../protocol';

/** Returns the current state of a question that is still open, for a seat, or for spectators where `seat` is `null`. */
export function stillAsking(before: Asking, { seats, banks, blind }: Still, seat: Seat | null): Asking {
  const { blind: _, banks: __, ...asking } = before;
  const own = seat !== null && seats.includes(seat) ? {} : { mine: null, default: null };
  const clocks = before.clocks
    .map((clock) => ({ ...clock, seats: clock.seats.filter((one) => seats.includes(one)) }))
    .filter((clock) => clock.seats.length > 0);
  return { ...asking, ...own, ...(blind && { blind }), ...(banks && { banks }), seats, clocks };
}
