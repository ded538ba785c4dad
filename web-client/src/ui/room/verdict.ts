/** The verdict of a game for a seat, from the outcome: the seats of a side win, share or lose together. */
import type { Outcome, Seat } from '../../protocol';

export type Verdict = 'won' | 'shared' | 'lost' | 'aside';

/** Returns the seats of the side of a seat, itself included; empty for a seat that took no part. */
export function sideOf({ sides }: Outcome, seat: Seat): readonly Seat[] {
  if (!sides || sides.length === 0) return [seat];
  return sides.find((side) => side.includes(seat)) ?? [];
}

/** Whether a cooperative table has lost: one side and no winners. In a draw against the game there is a second side without seats. */
export const lostTogether = ({ sides, winners }: Outcome): boolean => (sides ?? []).length === 1 && winners.length === 0;

/** Whether the game is a draw: no side has won, or each of several. */
export function isDraw(outcome: Outcome): boolean {
  const met = parties(outcome, outcome.scores.length);
  const won = met.filter((seats) => seats.some((seat) => outcome.winners.includes(seat)));
  return !lostTogether(outcome) && (outcome.winners.length === 0 || (met.length > 1 && won.length === met.length));
}

/** Returns the sides with seats, or each seat alone without sides; a seat that took no part, such as a game master's, is on none. */
export const parties = ({ sides }: Pick<Outcome, 'sides'>, players: number): readonly (readonly Seat[])[] =>
  sides && sides.length > 0 ? sides.filter((side) => side.length > 0) : Array.from({ length: players }, (_, seat) => [seat]);

export function verdictOf(outcome: Outcome, seat: Seat): Verdict {
  const side = sideOf(outcome, seat);
  if (side.length === 0) return 'aside';
  const among = outcome.winners.some((winner) => side.includes(winner));
  const others = outcome.winners.some((winner) => !side.includes(winner));
  if (among) return others ? 'shared' : 'won';
  return others || (outcome.sides ?? []).length === 1 ? 'lost' : 'shared';
}

/** Returns the seats that took part, by side: the winners first, then by the best score of the side. */
export function standings({ sides, winners, scores }: Outcome): { seats: readonly Seat[]; wins: boolean }[] {
  const all = scores.map((_, seat) => seat);
  const groups = sides && sides.length > 0 ? sides.filter((side) => side.length > 0) : all.map((seat) => [seat]);
  const best = (seats: readonly Seat[]) => Math.max(...seats.map((seat) => scores[seat] ?? 0));
  return groups
    .map((seats) => ({ seats, wins: seats.some((seat) => winners.includes(seat)) }))
    .sort((a, b) => Number(b.wins) - Number(a.wins) || best(b.seats) - best(a.seats));
}
