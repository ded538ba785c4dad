import { beforeEach, expect, test, vi } from 'vitest';
import type { Outcome, RoomState, RulesetInfo } from '../protocol';
import { measured, rival } from './fight.svelte';

const two = (text: string) => ({ fr: text, en: text });
const bot = (id: string, level: number) => ({ id, name: two(id), about: two(''), level, people: ['A', 'B'] });
const info = { id: 'game', bots: [bot('weak', 1), bot('good', 2), bot('best', 3)], quick: { bot: 'good' } } as unknown as RulesetInfo;
const room = (game: string, against: string) =>
  ({
    game,
    settings: {},
    seats: [
      { seat: 0, holder: { kind: 'guest', id: 'me', name: 'Zaza' } },
      { seat: 1, holder: { kind: 'bot', bot: against } },
    ],
  }) as unknown as RoomState;
const ended = (...winners: number[]) => ({ winners }) as unknown as Outcome;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('a victory brings a better bot, a defeat a simpler one, and each game counts once', () => {
  expect(rival(info)?.id).toBe('good');
  measured(info, room('1', 'good'), 0, ended(0));
  measured(info, room('1', 'good'), 0, ended(0));
  expect(rival(info)?.id).toBe('best');
  measured(info, room('2', 'best'), 0, ended(0));
  expect(rival(info)?.id, 'nobody is better').toBe('best');
  measured(info, room('3', 'best'), 0, ended(1));
  measured(info, room('4', 'good'), 0, ended(1));
  measured(info, room('5', 'weak'), 0, ended(1));
  expect(rival(info)?.id, 'nobody is simpler').toBe('weak');
});

test('a draw, a game against people and an exercise do not change the bot', () => {
  measured(info, room('1', 'good'), 0, ended());
  measured(info, room('2', 'good'), 0, ended(0, 1));
  const people = room('3', 'good');
  people.seats.push({ seat: 2, holder: { kind: 'guest', id: 'you', name: 'Momo' } } as never);
  measured(info, people, 0, ended(0));
  const exercise = room('4', 'good');
  exercise.settings.exercise = 'one';
  measured(info, exercise, 0, ended(0));
  expect(rival(info)?.id).toBe('good');
});
