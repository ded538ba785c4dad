import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Slices } from './slices.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first part is there at once, the rest comes in tasks of its own', () => {
  const slices = new Slices(3, 4);
  slices.upto(10);
  expect(slices.count).toBe(3);
  vi.advanceTimersToNextTimer();
  expect(slices.count).toBe(7);
  vi.advanceTimersToNextTimer();
  expect(slices.count).toBe(11);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is short needs no task; a longer page goes on from where it was', () => {
  const slices = new Slices(3, 4);
  slices.upto(2);
  expect(vi.getTimerCount()).toBe(0);
  const stop = slices.upto(5);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  slices.upto(5);
  vi.runAllTimers();
  expect(slices.count).toBe(7);
});

test('who prints a page or goes to a place in it gets all of it', () => {
  const slices = new Slices(3, 4);
  slices.upto(100);
  slices.all();
  expect(slices.count).toBe(Infinity);
  vi.runAllTimers();
  expect(slices.count).toBe(Infinity);
});
