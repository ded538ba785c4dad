import type { PlayedGame } from '../../protocol';

/** The result of a game for a person; `left` for one who had no seat at its start. */
export type Result = 'won' | 'lost' | 'drawn' | 'left';

/** Returns the result of a game for the person whose record it is in. */
export function resultOf({ outcome, seat }: PlayedGame): Result {
  if (seat === null) return 'left';
  if (outcome.winners.length === 0) return 'drawn';
  return outcome.winners.includes(seat) ? 'won' : 'lost';
}

/** The results of the games of one system or against one opponent. */
export interface Tally {
  readonly key: string;
  readonly games: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
}

function tallied(results: ReadonlyMap<string, readonly Result[]>): Tally[] {
  const many = (all: readonly Result[], one: Result) => all.filter((result) => result === one).length;
  const rows = [...results].map(([key, all]) => ({ key, games: all.length, won: many(all, 'won'), lost: many(all, 'lost'), drawn: many(all, 'drawn') }));
  return rows.sort((a, b) => b.games - a.games || a.key.localeCompare(b.key));
}

function grouped(games: readonly PlayedGame[], keys: (game: PlayedGame) => readonly string[]): Map<string, Result[]> {
  const groups = new Map<string, Result[]>();
  for (const game of games) for (const key of new Set(keys(game))) groups.set(key, [...(groups.get(key) ?? []), resultOf(game)]);
  return groups;
}

/** Returns the results by system, the most played first. */
export const bySystem = (games: readonly PlayedGame[]): Tally[] => tallied(grouped(games, ({ ruleset }) => [ruleset]));

/** Returns the seats of the opponents of a person. */
export function rivals({ outcome, players, seat }: PlayedGame): number[] {
  const side = (outcome.sides ?? []).find((one) => seat !== null && one.includes(seat)) ?? [];
  return players.flatMap((_, other) => (other === seat || side.includes(other) ? [] : [other]));
}

/** Returns the results by opponent, under the names that `named` returns; opponents without a name are left out. */
export const byOpponent = (games: readonly PlayedGame[], named: (name: string, seat: number) => string): Tally[] =>
  tallied(
    grouped(games, (game) =>
      rivals(game).flatMap((seat) => {
        const name = game.players[seat];
        return name ? [named(name, seat)] : [];
      }),
    ),
  );
