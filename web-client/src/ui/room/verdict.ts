/** What came out of a game for a seat, as the outcome says: sides win, share or lose together. */
import type { Outcome, Seat } from '../../protocol';

export type Verdict = 'won' | 'shared' | 'lost' | 'aside';

/** The seats that stood together with one, itself included; nobody for whoever took no part. */
export function sideOf({ sides }: Outcome, seat: Seat): readonly Seat[] {
  if (!sides || sides.length === 0) return [seat];
  return sides.find((side) => side.includes(seat)) ?? [];
}

/** A table that stood together against the game, and has not won; a draw against it has a second side, of nobody. */
export const lostTogether = ({ sides, winners }: Outcome): boolean => (sides ?? []).length === 1 && winners.length === 0;

/** Nobody has won more than another: no side has, or every side. */
export function isDraw(outcome: Outcome): boolean {
  const met = parties(outcome, outcome.scores.length);
  const won = met.filter((seats) => seats.some((seat) => outcome.winners.includes(seat)));
  return !lostTogether(outcome) && (outcome.winners.length === 0 || (met.length > 1 && won.length === met.length));
}

/** Who met: those who stood together, and everybody else for themselves; whoever took no part, such as a game master, did not. */
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

/** The seats that took part, side by side: the winners first, then by points. */
export function standings({ sides, winners, scores }: Outcome): { seats: readonly Seat[]; wins: boolean }[] {
  const all = scores.map((_, seat) => seat);
  const groups = sides && sides.length > 0 ? sides.filter((side) => side.length > 0) : all.map((seat) => [seat]);
  const best = (seats: readonly Seat[]) => Math.max(...seats.map((seat) => scores[seat] ?? 0));
  return groups
    .map((seats) => ({ seats, wins: seats.some((seat) => winners.includes(seat)) }))
    .sort((a, b) => Number(b.wins) - Number(a.wins) || best(b.seats) - best(a.seats));
}
