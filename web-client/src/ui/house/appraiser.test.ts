import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError } from '../../net/api';
import type { Appraisal, Unfinished } from '../../protocol';
import { Appraiser } from './appraiser.svelte';

const about = (band: string): Unfinished => ({ terms: { scenario: 's', seats: 2, size: 1 }, seat: 0, band });
const found = (n: number): Appraisal => ({ tallies: [{ key: 'total', n }], members: [], faults: [], offers: [] });
const total = (asking: Appraiser) => asking.answer?.tallies[0]?.n ?? null;
const busy = new ApiError(429, { code: 'server.busy', rule: null, words: '…' });
const unreadable = new ApiError(422, { code: 'server.band', rule: null, words: '…' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('several changes in quick succession cause one request', async () => {
  const asked = vi.spyOn(api, 'appraise').mockResolvedValue(found(3));
  const asking = new Appraiser();
  for (const band of ['a', 'ab', 'abc']) asking.ask('toy', about(band));
  await vi.runAllTimersAsync();
  expect(asked.mock.calls.map(([, { band }]) => band)).toEqual(['abc']);
  expect([total(asking), asking.fresh]).toEqual([3, true]);
});

test('a late answer to an old request is dropped, and the old answer stays until the new one has arrived', async () => {
  const answers: ((answer: Appraisal) => void)[] = [];
  vi.spyOn(api, 'appraise').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const asking = new Appraiser();
  for (const band of ['first', 'second', 'third']) {
    asking.ask('toy', about(band));
    await vi.runAllTimersAsync();
    if (band === 'first') answers[0]?.(found(1));
    await vi.runAllTimersAsync();
  }
  expect([total(asking), asking.fresh]).toEqual([1, false]);
  answers[2]?.(found(3));
  await vi.runAllTimersAsync();
  answers[1]?.(found(2));
  await vi.runAllTimersAsync();
  expect([total(asking), asking.fresh]).toEqual([3, true]);
});

test.each([
  ['the server does not answer', new ApiError(0, null)],
  ['the rate limit is exceeded', busy],
])('when %s, the old answer stays and the request is retried', async (_, fault) => {
  const asked = vi.spyOn(api, 'appraise').mockResolvedValue(found(1));
  const asking = new Appraiser();
  asking.ask('toy', about('a'));
  await vi.runAllTimersAsync();
  asked.mockRejectedValueOnce(fault).mockResolvedValue(found(2));
  asking.ask('toy', about('b'));
  await vi.advanceTimersToNextTimerAsync();
  expect([total(asking), asking.fresh, asking.down]).toEqual([1, false, true]);
  await vi.runAllTimersAsync();
  expect([total(asking), asking.fresh, asking.down]).toEqual([2, true, false]);
  expect(asked.mock.lastCall?.[1].band).toBe('b');
});

test('a band that the rules cannot read is not requested again and has no answer', async () => {
  const asked = vi.spyOn(api, 'appraise').mockResolvedValueOnce(found(1)).mockRejectedValue(unreadable);
  const asking = new Appraiser();
  for (const band of ['a', 'b']) {
    asking.ask('toy', about(band));
    await vi.runAllTimersAsync();
  }
  expect(asked).toHaveBeenCalledTimes(2);
  expect([total(asking), asking.down]).toEqual([null, false]);
});

test('a stopped appraiser sends no request', async () => {
  const asked = vi.spyOn(api, 'appraise').mockResolvedValue(found(1));
  const asking = new Appraiser();
  asking.ask('toy', about('a'));
  asking.stop();
  await vi.runAllTimersAsync();
  expect(asked).not.toHaveBeenCalled();
});
