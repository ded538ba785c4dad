import type { Replay, RoomState } from '../protocol';

/** Returns a room for a finished game, with its players and no spectators. */
export function roomOf({ game, ruleset, scenario, players }: Replay): RoomState {
  return {
    id: game,
    host: '',
    phase: 'finished',
    settings: {
      name: players.join(' · '),
      ruleset,
      scenario,
      seats: players.length,
      size: 1,
      clocks: { kind: 'rules' },
      spectators: true,
      spectator_delay: 0,
      listed: false,
    },
    seats: players.map((name, seat) => ({ seat, holder: { kind: 'guest', id: `${seat}`, name }, ready: true, online: true, sheet: 'none' })),
    watching: [],
    watchers: 0,
    game,
    past: [],
  };
}
