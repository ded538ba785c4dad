import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draw, Export, Given } from '../protocol';
import { Memory } from '../store/testdata/memory';
import { gamesIn } from './check';
import { promiseOf } from './digest';
import { Keeper } from './keeper.svelte';
import text from './testdata/game.json?raw';

const file = gamesIn(text)[0] as Export;
const game = file.game;
const { commitment } = file;

let numbers = 0;
const keeper = (exported: Export = file) =>
  new Keeper({
    random: (length) => new Uint8Array(length).fill((numbers += 1)),
    fetchExport: () => Promise.resolve(exported),
    fetchKey: () => Promise.resolve({ algorithm: 'ed25519', key: file.key ?? '' }),
  });
const asked = (promises: (string | null)[], open = false): Draw => ({ game, commitment, promises, open, waiting: [0] });
const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
const table = (draw: Given[], entry: number, head: string | null = null) => ({ game, commitment, draw, entry, head, outcome: null });

beforeEach(() => {
  vi.stubGlobal('localStorage', new Memory());
  numbers = 4;
});

describe('the keeper of a game', () => {
  it('promises a number, and gives it only once its promise is published', () => {
    const mine = keeper();
    const promise = mine.mix(asked([null, null]), 0);
    expect(promise).toMatchObject({ t: 'promise', game });
    const said = promise?.t === 'promise' ? promise.promise : '';
    expect(mine.mix(asked([null, null]), 0), 'the same again after a break').toEqual(promise);
    expect(mine.mix(asked([said, null]), 0)).toBeNull();
    const nonce = mine.mix(asked([said, null], true), 0);
    expect(nonce?.t === 'nonce' && promiseOf(game, 0, bytes(nonce.nonce))).toBe(said);
    expect(mine.verdict.is).toBe('older');
  });

  it('does not give its number when its promise was changed', () => {
    const mine = keeper();
    mine.mix(asked([null, null]), 0);
    expect(mine.mix(asked(['ab'.repeat(32), null], true), 0)).toBeNull();
    expect(mine.verdict).toMatchObject({ is: 'wrong', entry: 0 });
  });

  it('never gives a number twice, and counts when it is asked again', () => {
    const mine = keeper();
    const first = mine.mix(asked([null]), 0);
    const said = first?.t === 'promise' ? first.promise : '';
    mine.mix(asked([said], true), 0);
    const second = mine.mix(asked([null]), 0);
    expect(second?.t).toBe('promise');
    expect(second).not.toEqual(first);
    expect(mine.again).toBe(1);
  });

  it('knows whether its number is in the dice, also after a reload', () => {
    const first = keeper();
    const promised = first.mix(asked([null, null]), 0);
    const promise = promised?.t === 'promise' ? promised.promise : '';
    const given = first.mix(asked([promise, null], true), 0);
    const nonce = given?.t === 'nonce' ? given.nonce : '';
    const again = keeper();
    again.table(
      table(
        [
          { promise, nonce },
          { promise: null, nonce: null },
        ],
        0,
        'aa',
      ),
    );
    expect(again.own).toBe('in');
    expect(again.verdict).toEqual({ is: 'watching', heads: 1 });
    again.write();
    const late = keeper();
    late.table(
      table(
        [
          { promise, nonce: null },
          { promise: null, nonce: null },
        ],
        0,
        'aa',
      ),
    );
    expect(late.verdict).toMatchObject({ is: 'wrong', entry: 0 });
  });

  it('detects a commitment or a head that changes', () => {
    const draw = file.draw ?? [];
    const mine = keeper();
    mine.table(table(draw, 3, 'aa'));
    mine.entry({ n: 4, head: 'bb', seal: null });
    mine.table(table(draw, 4, 'bb'));
    expect(mine.verdict).toEqual({ is: 'watching', heads: 2 });
    mine.table(table(draw, 4, 'cc'));
    expect(mine.verdict).toMatchObject({ is: 'wrong', entry: 4 });
    const other = keeper();
    other.table({ ...table(draw, 4), commitment: 'dd' });
    other.write();
    expect(other.verdict).toMatchObject({ is: 'wrong', entry: 0 });
  });

  it('compares the file at the end with what it kept', async () => {
    const play = async (exported: Export) => {
      const mine = keeper(exported);
      mine.table(table(file.draw ?? [], 0, file.entries[0]?.link?.head ?? null));
      for (const { n, link, seal } of file.entries.slice(1)) {
        mine.entry({ n, head: link?.head ?? null, seal: seal?.digest ?? null });
      }
      await mine.end();
      return mine.verdict;
    };
    const good = await play(file);
    expect(good.is === 'verified' && good.report.kept).toBe(file.entries.length);
    const bent = structuredClone(file);
    (bent.entries[6] ?? file.entries[6])!.at += 1;
    expect(await play(bent)).toMatchObject({ is: 'wrong', entry: 6 });
  });

  /** Returns a keeper that saw entries up to number 6, of which 4 to 6 are on a branch that the server has lost. */
  const branched = (exported: Export = file) => {
    const mine = keeper(exported);
    const head = (n: number) => file.entries[n]?.link?.head ?? null;
    mine.table(table(file.draw ?? [], 0, head(0)));
    for (let n = 1; n <= 6; n += 1) mine.entry({ n, head: n < 4 ? head(n) : `lost ${n}`, seal: n === 5 ? 'lost seal' : null });
    return { mine, head };
  };

  it('reports entries that the server has lost, and finds no fault in them', async () => {
    const { mine, head } = branched();
    expect(mine.newest(game)).toEqual({ entry: 6, head: 'lost 6' });
    mine.table({ ...table(file.draw ?? [], 3, head(3)), lost: 6 });
    expect(mine.verdict.is).toBe('watching');
    expect(mine.lost).toEqual([{ first: null, last: 6 }]);
    for (const { n, link, seal } of file.entries.slice(4)) mine.entry({ n, head: link?.head ?? null, seal: seal?.digest ?? null });
    // A page that is opened again reports them as well.
    mine.write();
    const again = keeper();
    again.table(table(file.draw ?? [], 4, head(4)));
    expect(again.lost).toEqual([{ first: null, last: 6 }]);
    await mine.end();
    expect(mine.verdict.is).toBe('verified');
    expect(mine.lost).toEqual([{ first: 4, last: 6 }]);
  });

  it('finds contradictions on either branch', async () => {
    const silent = branched();
    silent.mine.table(table(file.draw ?? [], 4, silent.head(4)));
    expect(silent.mine.verdict, 'the server does not say that it has lost anything').toMatchObject({ is: 'wrong', entry: 4 });
    vi.stubGlobal('localStorage', new Memory());
    const { mine, head } = branched();
    mine.table({ ...table(file.draw ?? [], 3, head(3)), lost: 6 });
    mine.entry({ n: 4, head: 'another', seal: null });
    await mine.end();
    expect(mine.verdict, 'what came after the loss is not what the file holds').toMatchObject({ is: 'wrong', entry: 4 });
    vi.stubGlobal('localStorage', new Memory());
    const other = branched();
    other.mine.table({ ...table([], 3, other.head(3)), lost: 6 });
    expect(other.mine.verdict, 'a loss explains no other dice').toMatchObject({ is: 'wrong', entry: 0 });
  });

  it('reports no loss where the file holds the entries that were reported lost', async () => {
    const mine = keeper();
    const head = (n: number) => file.entries[n]?.link?.head ?? null;
    mine.table(table(file.draw ?? [], 0, head(0)));
    mine.entry({ n: 1, head: head(1), seal: null });
    mine.table({ ...table(file.draw ?? [], 1, head(1)), lost: 1 });
    await mine.end();
    expect(mine.verdict.is).toBe('verified');
    expect(mine.lost).toEqual([]);
  });

  it('knows when a table leaves open whether entries were lost', () => {
    const { mine, head } = branched();
    mine.write();
    const reopened = keeper();
    expect(reopened.leavesOpen(table([], 3, head(3))), 'it knows later entries').toBe(true);
    expect(reopened.leavesOpen(table([], 9, 'new'))).toBe(true);
    expect(reopened.leavesOpen(table([], 6, 'lost 6'))).toBe(false);
    expect(reopened.leavesOpen({ ...table([], 3, head(3)), lost: 6 }), 'it was told').toBe(false);
    expect(reopened.leavesOpen({ ...table([], 3, head(3)), game: 'another' })).toBe(false);
  });

  it('reports a file that cannot be fetched, and fetches it again later', async () => {
    let away = true;
    const mine = new Keeper({
      fetchExport: () => (away ? Promise.reject(new Error('away')) : Promise.resolve(file)),
      fetchKey: () => Promise.resolve({ algorithm: 'ed25519', key: file.key ?? '' }),
    });
    mine.table(table(file.draw ?? [], 0, file.entries[0]?.link?.head ?? null));
    await mine.end();
    expect(mine.verdict.is).toBe('unreached');
    away = false;
    await mine.end();
    expect(mine.verdict.is).toBe('verified');
  });

  it('keeps only the last games, and not every head of a long game', () => {
    for (let n = 0; n < 20; n += 1) {
      const mine = keeper();
      mine.table({ ...table([], 0, 'aa'), game: `g${n}` });
      mine.write();
    }
    expect(Object.keys(localStorage).filter((key) => key.startsWith('bagarre.fair.')).length).toBeLessThanOrEqual(12);
    const long = keeper();
    long.table(table([], 0, 'aa'));
    for (let n = 1; n <= 2000; n += 1) long.entry({ n, head: `${n}`, seal: null });
    long.write();
    const kept = Keeper.known(game)?.heads ?? {};
    expect(Object.keys(kept).length).toBeLessThanOrEqual(600);
    expect(kept[2000]).toBe('2000');
  });
});
