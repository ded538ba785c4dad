import { expect, it } from 'vitest';
import { Newest } from './newest';

it('takes answers in the order of their requests, and drops one after that to a later request', () => {
  const newest = new Newest();
  const first = newest.begin();
  const second = newest.begin();
  expect(newest.take(first)).toBe(true);
  expect(newest.take(second)).toBe(true);
  expect(newest.take(first)).toBe(false);
});

it('drops the answer to a request that began before a change was made', () => {
  const newest = new Newest();
  const refresh = newest.begin();
  expect(newest.take(newest.begin())).toBe(true);
  expect(newest.take(refresh)).toBe(false);
});
