import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sealing } from '../protocol';
import { Memory } from '../store/testdata/memory';
import { blindOf } from './digest';
import { Sheets } from './sheets.svelte';

const GAME = 'ba6a44e0-0000-4000-8000-000000000001';

let numbers = 0;
const device = () => new Sheets((length) => new Uint8Array(length).fill((numbers += 1)));
const sealing = (digest: string, change: Partial<Sealing> = {}): Sealing => ({
  question: 7,
  open: false,
  seals: [{ seat: 1, entry: 8, digest }],
  opened: [],
  ...change,
});
const sheet = { do: 'programme', sheets: [{ who: 3, orders: ['M6/CS', '-/-', '-/-'] }] };

beforeEach(() => {
  vi.stubGlobal('localStorage', new Memory());
  numbers = 0;
});

describe('sheets that stay on this device', () => {
  it('are kept across a reload, and opened once all seats have sealed', () => {
    const digest = device().keep(GAME, 7, 1, sheet);
    expect(digest).toBe(blindOf(GAME, 7, 1, '01'.repeat(32), sheet));
    const reloaded = device();
    expect(reloaded.mine(GAME, sealing(digest), 1)).toEqual({ is: 'here', sheet });
    expect(reloaded.due(GAME, sealing(digest), 1), 'not yet').toBeNull();
    const open = sealing(digest, { open: true });
    expect(reloaded.due(GAME, open, 1)).toEqual({ t: 'open', game: GAME, question: 7, salt: '01'.repeat(32), sheet });
    expect(reloaded.due(GAME, { ...open, opened: [1] }, 1), 'it is there').toBeNull();
    expect(reloaded.forgetful).toBe(false);
  });

  it('are opened for no other seat, game or question', () => {
    const mine = device();
    const digest = mine.keep(GAME, 7, 1, sheet);
    const open = sealing(digest, { open: true });
    expect(mine.due(GAME, open, 0)).toBeNull();
    expect(mine.due(GAME, open, null)).toBeNull();
    expect(mine.due('ba6a44e0-0000-4000-8000-000000000002', open, 1)).toBeNull();
    expect(mine.due(GAME, { ...open, question: 9 }, 1)).toBeNull();
    const other = sealing('ab'.repeat(32), { open: true });
    expect(mine.due(GAME, other, 1), 'sealed somewhere else').toBeNull();
    expect(mine.mine(GAME, other, 1)).toEqual({ is: 'elsewhere' });
    expect(mine.mine(GAME, other, 0)).toEqual({ is: 'none' });
    expect(mine.mine(GAME, null, 1)).toEqual({ is: 'none' });
  });

  it('each have their own salt, and the one that is sealed is opened', () => {
    const mine = device();
    const [first, second] = [mine.keep(GAME, 7, 1, sheet), mine.keep(GAME, 7, 1, sheet)];
    expect(first).not.toBe(second);
    expect(mine.due(GAME, sealing(first, { open: true }), 1)?.salt).toBe('01'.repeat(32));
    expect(mine.due(GAME, sealing(second, { open: true }), 1)?.salt).toBe('02'.repeat(32));
  });

  it('are removed when a later question is open, or after two months', () => {
    const mine = device();
    const digest = mine.keep(GAME, 7, 1, sheet);
    mine.forget(GAME, 7);
    expect(mine.mine(GAME, sealing(digest), 1).is).toBe('here');
    mine.forget(GAME, 12);
    expect(device().mine(GAME, sealing(digest), 1).is).toBe('elsewhere');
    const old = mine.keep(GAME, 7, 1, sheet);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61 * 24 * 3600 * 1000);
    device().keep(GAME, 12, 1, sheet);
    vi.restoreAllMocks();
    expect(device().mine(GAME, sealing(old), 1).is).toBe('elsewhere');
  });

  it('last as long as the page where the browser stores nothing, which is reported', () => {
    vi.stubGlobal('localStorage', undefined);
    const mine = device();
    const digest = mine.keep(GAME, 7, 1, sheet);
    expect(mine.forgetful).toBe(true);
    expect(mine.due(GAME, sealing(digest, { open: true }), 1)?.sheet).toEqual(sheet);
    expect(device().mine(GAME, sealing(digest), 1).is).toBe('elsewhere');
  });
});
