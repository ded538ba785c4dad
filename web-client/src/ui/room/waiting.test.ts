import { describe, expect, it } from 'vitest';
import type { Asking, Clock, Replay, RoomState, SeatState } from '../../protocol';
import { roomOf } from '../../store/replayed';
import { pressed, waiting } from './waiting';

const seat = (n: number, sheet: SeatState['sheet'] = 'none'): SeatState => ({
  seat: n,
  holder: { kind: 'guest', id: `${n}`, name: `P${n}` },
  ready: true,
  online: true,
  sheet,
});
const BARE = roomOf({ game: 'g', ruleset: 'baston', scenario: 'SCN-00', players: ['P0', 'P1'] } as Partial<Replay> as Replay);
const room = (phase: RoomState['phase'], ...seats: SeatState[]): RoomState => ({ ...BARE, host: '0', phase, seats });
const clock = (n: number, left: number, pace: Clock['pace'] = { long: 2 }): Clock => ({ seats: [n], pace, deadline: left, left, total: left });
const asking = (seats: number[], clocks: Clock[]): Asking => ({ seats, ask: {}, mine: null, default: null, clocks });

describe('waiting', () => {
  it('is first a pause, then playback, then the end', () => {
    expect(waiting(room('paused', seat(0)), null, 0, false, false)).toEqual({ is: 'paused' });
    expect(waiting(room('playing', seat(0)), null, 0, false, true)).toEqual({ is: 'playing' });
    expect(waiting(room('finished', seat(0)), null, 0, true, true)).toEqual({ is: 'over' });
  });

  it('is for our seat when it is asked', () => {
    const mine = clock(1, 5000, 'quick');
    expect(waiting(room('playing', seat(0), seat(1)), asking([1], [mine]), 1, true, false)).toEqual({ is: 'mine', kind: 'quick', clock: mine });
  });

  it('is for the others with the slowest clock, and reports that our sheet is confirmed', () => {
    const slow = clock(2, 9000);
    expect(waiting(room('playing', seat(0, 'confirmed'), seat(1), seat(2)), asking([1, 2], [clock(1, 4000), slow]), 0, true, false)).toEqual({
      is: 'others',
      kind: 'long',
      seats: [1, 2],
      clock: slow,
      given: true,
    });
    const watched = waiting(room('playing', seat(0), seat(1)), asking([1], [clock(1, 1, 'short')]), null, true, false);
    expect(watched).toMatchObject({ is: 'others', kind: 'short', given: false });
    const after = waiting(room('playing', seat(0), seat(1)), asking([1], [clock(1, 1, 'between')]), 0, true, false);
    expect(after).toMatchObject({ is: 'others', kind: 'between' });
  });

  it('reports that sealed sheets are being opened, and whether ours is awaited', () => {
    const clocks = [clock(0, 100), clock(1, 200)];
    const blind = { question: 3, open: true, seals: [], opened: [] };
    const at = room('playing', seat(0, 'confirmed'), seat(1, 'confirmed'));
    expect(waiting(at, { ...asking([0, 1], clocks), blind }, 0, true, false)).toEqual({ is: 'opening', seats: [0, 1], clock: clocks[1], mine: true });
    expect(waiting(at, { ...asking([1], clocks), blind }, 0, true, false)).toMatchObject({ is: 'opening', seats: [1], mine: false });
    expect(waiting(at, { ...asking([1], clocks), blind: { ...blind, open: false } }, 0, true, false)).toMatchObject({ is: 'others', given: true });
  });

  it('has no time pressure without a running clock, or with one of 14 days that has just started', () => {
    const day = 86_400_000;
    const asked = (clocks: Clock[]) => pressed(waiting(room('playing', seat(0), seat(1)), asking([0], clocks), 0, true, false));
    expect(asked([clock(0, 90_000)])).toBe(true);
    expect(asked([clock(0, 14 * day)])).toBe(false);
    expect(asked([{ ...clock(0, 14 * day), left: 12 * day }])).toBe(true);
    expect(asked([])).toBe(false);
    expect(pressed(waiting(room('paused', seat(0)), null, 0, false, false))).toBe(false);
  });
});
