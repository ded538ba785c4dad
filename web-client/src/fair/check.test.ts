import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import type { Export } from '../protocol';
import { check, gamesIn, NotAGame, signed } from './check';
import { canonical, digest, genesisHead, headOf } from './digest';
import text from './testdata/game.json?raw';

// The server writes the file: see `server/program/tests/cli/verify.rs`.
const honest = gamesIn(text)[0] as Export;
const fresh = (): Export => structuredClone(honest);
/** Returns the file without its signature, which would reveal every change but not its place. */
const unsigned = (): Export => {
  const { key: _, signature: __, ...bare } = fresh();
  return bare;
};
const any = { unsigned: true };
const heads = Object.fromEntries(honest.entries.map((entry) => [entry.n, entry.link?.head ?? '']));

/** Returns the paths of all places in a value. */
function places(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => places(one, [...at, Array.isArray(value) ? Number(key) : key]))
      : [];
  return [at, ...inside];
}

function put(file: Export, place: readonly (string | number)[], change: (value: unknown) => unknown): void {
  let here = file as unknown as Record<string | number, unknown>;
  for (const part of place.slice(0, -1)) here = here[part] as Record<string | number, unknown>;
  const last = place.at(-1) ?? '';
  here[last] = change(here[last]);
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^[0-9a-f]{32}/.test(value) ? (value.startsWith('0') ? '1' : '0') + value.slice(1) : `${value}x`;
  if (value === null) return 'x';
  return Array.isArray(value) ? [...value, 1] : { ...value, more: 1 };
}

/** Recomputes the chain, as a forger would. */
function rechain(file: Export): void {
  const { game, ruleset, version, scenario, setup, started, commitment, draw } = file;
  const players = (file.nameplates ?? []).slice(0, file.players.length).map(({ digest }) => digest);
  let head = genesisHead({ game, ruleset, version, scenario: scenario ?? '', players, setup, started: started ?? 0, commitment, draw: draw ?? [] });
  for (const { n, at, command, events, seal, link } of file.entries) {
    if (!link) return;
    const hidden = { command, events, rolls: link.rolls, drawn: link.drawn, seal: seal?.digest ?? null };
    const outcome = n === file.entries.at(-1)?.n ? file.outcome : null;
    const next = headOf(head, { n, at, author: link.author, outcome }, hidden, link.salt);
    if (next === null) return;
    head = link.head = next;
  }
}

describe('the check of a file', () => {
  it('accepts an honest game, down to every die', () => {
    const report = check(honest, { key: honest.key ?? null, heads, commitment: honest.commitment, draw: honest.draw ?? null });
    expect(report).toMatchObject({ ok: true, firstWrong: null, draw: 'holds', chain: 'holds', signature: 'holds', faults: [] });
    expect(report.entries).toBe(honest.entries.length);
    expect(report.kept).toBe(honest.entries.length);
    expect(report.dice).toBe(honest.entries.at(-1)?.link?.drawn);
    expect(report.dice).toBeGreaterThan(10);
    expect(report.seals).toBeGreaterThan(10);
    expect(report.given).toEqual([0]);
  });

  it('finds a change at every place, and names its entry', () => {
    const sealed = honest.entries.findIndex((entry) => entry.seal !== null);
    const rolled = honest.entries.findIndex((entry) => (entry.link?.rolls.length ?? 0) > 0);
    const shown = new Set([0, sealed, rolled, honest.entries.length - 1]);
    const bent = places(unsigned()).filter(([head, entry, part, event]) => {
      if (head === undefined) return false;
      return head !== 'entries' || (shown.has(Number(entry)) && (part !== 'events' || event === 0));
    });
    let forged = 0;
    for (const place of bent) {
      const file = unsigned();
      put(file, place, other);
      const [head, entry] = place;
      const report = check(file, any);
      expect(report.ok, place.join('.')).toBe(false);
      if (head === 'entries' && entry !== undefined) expect(report.firstWrong, place.join('.')).toBe(entry);
      // Even with a new chain the heads that this browser kept name the entry.
      if (head !== 'entries' || place.length < 3) continue;
      rechain(file);
      if (canonical(file) === canonical(unsigned())) continue;
      forged += 1;
      expect(check(file, { ...any, heads }).firstWrong, `${place.join('.')} with another chain`).toBe(entry);
    }
    expect(bent.length).toBeGreaterThan(80);
    expect(forged).toBeGreaterThan(40);
  }, 60_000);

  it('finds entries that are left out, doubled and swapped', () => {
    const bends: [number, (file: Export) => void][] = [
      [4, (file) => file.entries.splice(4, 1)],
      [5, (file) => file.entries.splice(5, 0, structuredClone(file.entries[4]) as never)],
      [3, (file) => file.entries.splice(3, 2, file.entries[4] as never, file.entries[3] as never)],
      [honest.entries.length - 1, (file) => file.entries.pop()],
    ];
    for (const [entry, bend] of bends) {
      const file = fresh();
      bend(file);
      expect(check(file, { ...any, heads })).toMatchObject({ ok: false, firstWrong: entry });
      file.entries.forEach((one, n) => (one.n = n));
      expect(check(file, { ...any, heads })).toMatchObject({ ok: false, firstWrong: entry });
    }
  });

  it('accepts a game whose players were forgotten, and rejects names that were replaced', () => {
    const forgotten = unsigned();
    forgotten.players[0] = '';
    Object.assign(forgotten.nameplates?.[0] ?? {}, { name: null, salt: null });
    expect(check(forgotten, { ...any, heads }).ok).toBe(true);
    Object.assign(forgotten.nameplates?.[0] ?? {}, { name: 'Momo', salt: '0'.repeat(32) });
    forgotten.players[0] = 'Momo';
    expect(check(forgotten, { ...any, heads })).toMatchObject({ ok: false, firstWrong: 0, faults: [{ fault: 'name', entry: 0, seat: 0 }] });
  });

  it('checks the signature and whose key it is', () => {
    for (const place of [['players', 0], ['outcome', 'reason'], ['entries', 3, 'at'], ['key']]) {
      const file = fresh();
      put(file, place, other);
      expect(signed(file as unknown as Record<string, unknown>), place.join('.')).toBe(false);
    }
    expect(check(honest, { key: '0'.repeat(64) }).faults).toEqual([{ fault: 'key', entry: null }]);
    const { key: _, signature: __, ...bare } = fresh();
    for (const known of [{}, { key: honest.key ?? null }, { ...any, key: honest.key ?? null }]) {
      expect(check(bare, known)).toMatchObject({ signature: 'absent', faults: [{ fault: 'unsigned', entry: null }] });
    }
    expect(check(bare, any)).toMatchObject({ ok: true, signature: 'absent' });
    expect(check(honest)).toMatchObject({ signature: 'unchecked', faults: [{ fault: 'unknown_key', entry: null }] });
    expect(check(honest, any)).toMatchObject({ ok: true, signature: 'unchecked' });
  });

  /** Returns the file in the form from before the chain, as a forger would write it to hide dice or names. */
  const stripped = (): Export => {
    const { draw: _, secret: __, key: ___, signature: ____, nameplates: _____, scenario: ______, started: _______, ...old } = fresh();
    old.entries.forEach((entry) => delete entry.link);
    old.commitment = digest(hexToBytes(old.seed));
    return old;
  };

  it('finds parts that its version requires and that are missing', () => {
    const key = { key: honest.key ?? null };
    expect(check(stripped(), any).faults).toEqual([{ fault: 'incomplete', entry: 0 }]);
    for (const part of ['draw', 'secret', 'nameplates', 'scenario', 'started'] as const) {
      const file = unsigned();
      delete file[part];
      rechain(file);
      expect(check(file, any).faults, part).toContainEqual({ fault: 'incomplete', entry: 0 });
    }
    // A version from before the chain may lack those parts, but kept heads and the key still reveal the forgery.
    const old = { ...stripped(), version: 1 };
    expect(check(old, any)).toMatchObject({ draw: 'absent', chain: 'absent', faults: [{ fault: 'nothing', entry: null }] });
    expect(check(old, { ...any, heads })).toMatchObject({ chain: 'broken', faults: [{ fault: 'no_chain', entry: 0 }] });
    expect(check(old, key).faults).toEqual([{ fault: 'unsigned', entry: null }]);
    expect(check({ ...old, ruleset: 'soup' }, any).faults).toContainEqual({ fault: 'incomplete', entry: 0 });
  });

  it('does not roll more dice than a game can have', () => {
    const file = unsigned();
    const [, entry] = file.entries;
    if (entry?.link) entry.link.rolls = Array.from({ length: 20_001 }, () => [6, 1]);
    const report = check(file, any);
    expect(report.faults).toContainEqual({ fault: 'dice', entry: 1 });
    expect(report.dice).toBeLessThan(100);
  });

  it('rejects other texts, and reports damaged files without throwing', () => {
    for (const nothing of ['', '[]', 'null', '{}', '{"format":"bagarre-game"}', '{"matches":3}']) expect(() => gamesIn(nothing)).toThrow(NotAGame);
    for (const place of places(unsigned()).filter((_, at) => at % 41 === 1)) {
      const file = unsigned();
      put(file, place, () => ({ odd: [null] }));
      expect(check(file, any).ok, place.join('.')).toBe(false);
    }
  }, 60_000);

  it('writes canonical JSON as the server does', () => {
    const value = { b: [1, 'é"\u0001\n'], a: { '\u{1f600}': null, '\uffff': true } };
    expect(canonical(value)).toBe('{"a":{"\uffff":true,"\u{1f600}":null},"b":[1,"é\\"\\u0001\\n"]}');
  });
});
