import { beforeEach, expect, test, vi } from 'vitest';
import { GuideRun } from './guide.svelte';
import { recallJson } from './local';
import { Memory } from './testdata/memory';

beforeEach(() => vi.stubGlobal('localStorage', new Memory()));

test('begins in a room, moves to a step of its game, and is restored after a reload', () => {
  const run = new GuideRun('game');
  expect(run.follows('room', 'g1')).toBe(false);
  run.begin('room');
  expect(run.follows('room', 'g1'), 'the game begins later').toBe(true);
  expect(run.follows('elsewhere', 'g1')).toBe(false);
  run.reach('g1', 'blow');
  const again = new GuideRun('game');
  expect([again.follows('room', 'g1'), again.step, again.from, again.done]).toEqual([true, 'blow', -1, false]);
  expect(again.follows('room', 'g2'), 'a rematch is another game').toBe(false);
});

test('resumes where it was left, in the same game only', () => {
  const run = new GuideRun('game');
  run.begin('room');
  run.reach('g1', 'blow');
  run.leave();
  expect(run.follows('room', 'g1')).toBe(false);
  expect(new GuideRun('game').follows('room', 'g1'), 'nor after a reload').toBe(false);
  run.resume('room', 'g1', 9);
  expect([run.follows('room', 'g1'), run.step, run.from]).toEqual([true, 'blow', -1]);
  run.resume('room', 'g2', 7);
  expect([run.follows('room', 'g2'), run.step, run.from]).toEqual([true, '', 7]);
});

test('remembers that it was followed to its end, and can be followed again', () => {
  const run = new GuideRun('game');
  run.begin('room');
  run.reach('g1', 'blow');
  run.finish();
  expect([run.follows('room', 'g1'), new GuideRun('game').done]).toEqual([false, true]);
  run.resume('room', 'g1', 4);
  expect([run.step, run.from, run.done]).toEqual(['', 4, true]);
  run.begin('another');
  expect(run.done).toBe(true);
});

test('works where nothing can be stored', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  const run = new GuideRun('game');
  run.begin('room');
  run.reach('g1', 'blow');
  expect([run.follows('room', 'g1'), run.step]).toEqual([true, 'blow']);
  expect(recallJson('guide.game')).toBeNull();
});
