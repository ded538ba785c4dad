import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Slices } from './slices.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first slice is rendered at once, the others in tasks of their own', () => {
  const slices = new Slices(3, 4);
  slices.upto(10);
  expect(slices.count).toBe(3);
  vi.advanceTimersToNextTimer();
  expect(slices.count).toBe(7);
  vi.advanceTimersToNextTimer();
  expect(slices.count).toBe(11);
  expect(vi.getTimerCount()).toBe(0);
});

test('a short page needs no task; a longer one continues from the current number', () => {
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

test('`all` renders the whole page and stops the slices', () => {
  const slices = new Slices(3, 4);
  slices.upto(100);
  slices.all();
  expect(slices.count).toBe(Infinity);
  vi.runAllTimers();
  expect(slices.count).toBe(Infinity);
});
