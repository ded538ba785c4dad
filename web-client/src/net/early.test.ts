import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Memory } from '../store/testdata/memory';

const dialled: { url: string; readyState: number; OPEN: number; close: () => void }[] = [];

/** Loads the module in a page that the server has marked, or not, as one of a player whom the room expects. */
async function page(expected: boolean) {
  vi.stubGlobal('document', { querySelector: () => (expected ? {} : null) });
  const early = await import('./early');
  early.begin();
  return early;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  dialled.length = 0;
  vi.stubGlobal('localStorage', new Memory());
  vi.stubGlobal('location', { protocol: 'https:', host: 'bagarre.test' });
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve('me')),
  );
  vi.stubGlobal(
    'WebSocket',
    class {
      readonly OPEN = 1;
      readyState = 0;
      constructor(readonly url: string) {
        dialled.push(this);
      }
      close() {
        this.readyState = 3;
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('early requests', () => {
  it('are taken once', async () => {
    const early = await page(true);
    expect(await early.takeAnswer(early.ME)).toBe('me');
    expect(early.takeAnswer(early.ME)).toBeNull();
    expect(early.takeWire()).toBe(dialled[0]);
    expect(early.takeWire()).toBeNull();
    expect(dialled.map(({ url }) => url)).toEqual(['wss://bagarre.test/ws']);
  });

  it('open a socket only where the room expects the player', async () => {
    const early = await page(false);
    expect(dialled).toEqual([]);
    expect(early.takeWire()).toBeNull();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('give no socket that is closing', async () => {
    const early = await page(true);
    if (dialled[0]) dialled[0].readyState = 2;
    expect(early.takeWire()).toBeNull();
  });

  it('are dropped when they are not taken in time', async () => {
    const early = await page(true);
    vi.advanceTimersByTime(60_000);
    expect(early.takeAnswer(early.ME)).toBeNull();
    expect(early.takeWire()).toBeNull();
    expect(dialled[0]?.readyState).toBe(3);
  });
});
