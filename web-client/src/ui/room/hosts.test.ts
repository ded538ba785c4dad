import { describe, expect, it } from 'vitest';
import type { Replay, RoomState } from '../../protocol';
import { setLang } from '../../i18n/index.svelte';
import { roomOf } from '../../store/replayed';
import { hostNews } from './hosts';

const person = (seat: number, id: string, online = true): RoomState['seats'][number] => ({
  seat,
  holder: { kind: 'guest', id, name: id.toUpperCase() },
  ready: true,
  online,
  sheet: 'none',
});
const BARE = roomOf({ game: 'g', ruleset: 'baston', scenario: 'SCN-00', players: ['A', 'B'] } as Partial<Replay> as Replay);
const room = (host: string, seats: RoomState['seats']): RoomState => ({
  ...BARE,
  host,
  phase: 'playing',
  seats,
  watching: [{ id: 'momo', name: 'Momo' }],
  watchers: 1,
});

describe('hostNews', () => {
  it('names the new host to everybody, with the reason', () => {
    setLang('fr');
    const before = room('raymond', [person(0, 'raymond'), person(1, 'lulu')]);
    const gone = room('lulu', [person(0, 'raymond', false), person(1, 'lulu')]);
    expect(hostNews(before, gone, 'lulu')).toBe('RAYMOND n’est plus là\u00a0: c’est toi l’hôte maintenant.');
    expect(hostNews(before, gone, 'momo')).toBe('RAYMOND n’est plus là\u00a0: LULU tient maintenant la salle.');
    setLang('en');
    expect(hostNews(before, room('momo', before.seats), 'lulu')).toBe('Momo is the host now.');
    expect(hostNews(before, room('momo', before.seats), 'momo')).toBe('The room is yours: you are the host now.');
  });

  it('is null without a change, and for a reader who has just arrived', () => {
    const now = room('raymond', [person(0, 'raymond'), person(1, 'lulu')]);
    expect(hostNews(null, now, 'lulu')).toBeNull();
    expect(hostNews(now, now, 'lulu')).toBeNull();
  });
});
