import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Author, Blind, Given, Outcome } from '../protocol';

// protocol/PROTOCOL.md specifies the digests. `crypto.subtle` is not used, because it does not exist on plain http.

const NAME = utf8ToBytes('bagarre name 1');
const PROMISE = utf8ToBytes('bagarre nonce 1');
const SEED = utf8ToBytes('bagarre seed 1');
const CHAIN = utf8ToBytes('bagarre chain 1');
const ENTRY = utf8ToBytes('bagarre entry 1');
const BLIND = utf8ToBytes('bagarre blind 1');

/** Orders texts by code points, as the server does; `<` would order them by UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Returns JSON with sorted keys and without white space: the same text for the same content. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(fields).sort(byCodePoint);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Returns `length` bytes from hex digits in lower case; `null` for any other text. */
export function unhex(text: unknown, length: number): Uint8Array | null {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return null;
  return hexToBytes(text);
}

const uuidBytes = (id: string): Uint8Array => unhex(id.replaceAll('-', ''), 16) ?? new Uint8Array(16);

/** Returns the SHA-256 of bytes, in hex. */
export const digest = (...parts: Uint8Array[]): string => bytesToHex(sha256(concatBytes(...parts)));

/** Returns the digest of a name that the chain covers; `null` where the salt is malformed. */
export function nameplateOf(salt: unknown, name: string): string | null {
  const bytes = unhex(salt, 16);
  return bytes && digest(NAME, bytes, utf8ToBytes(name));
}

/** Returns the promise of a seat, which it sends before its number. */
export const promiseOf = (game: string, seat: number, nonce: Uint8Array): string => digest(PROMISE, uuidBytes(game), Uint8Array.of(seat), nonce);

/** Returns the seed of the dice, from the secret of the server, the game, and the number of each seat. */
export function seedOf(secret: Uint8Array, game: string, draw: readonly Given[]): string {
  const parts = draw.map(({ nonce }) => {
    const bytes = unhex(nonce, 32);
    return bytes ? concatBytes(Uint8Array.of(1), bytes) : Uint8Array.of(0);
  });
  return digest(SEED, secret, uuidBytes(game), ...parts);
}

/** The terms of a game that are fixed before the first die. */
export interface Genesis {
  game: string;
  ruleset: string;
  version: number;
  scenario: string;
  /** The digests of the names of the seats. */
  players: readonly string[];
  setup: unknown;
  started: number;
  commitment: string;
  draw: readonly Given[];
  /** Present only in games whose sheets stay with their players. */
  blind?: true;
}

/** Returns the head before entry 0. */
export const genesisHead = (genesis: Genesis): string => digest(CHAIN, utf8ToBytes(canonical(genesis)));

/** The part of an entry that all audiences receive when it is made. */
export interface Open {
  n: number;
  at: number;
  author: Author | null;
  /** The outcome of the game, if it ended with this entry. */
  outcome: Outcome | null;
}

/** The part of an entry that may stay hidden until the game is over. */
export interface Hidden {
  command: unknown;
  events: unknown;
  rolls: readonly (readonly [number, number])[];
  drawn: number;
  seal: string | null;
  /** Present only where an entry states something about a sheet that stays with its player. */
  blind?: Blind;
}

/** Returns the head after an entry; `null` where the head before it or the salt is malformed. */
export function headOf(before: string, open: Open, hidden: Hidden, salt: string): string | null {
  const [last, hide] = [unhex(before, 32), unhex(salt, 16)];
  if (!last || !hide) return null;
  const content = sha256(concatBytes(hide, utf8ToBytes(canonical(hidden))));
  return digest(ENTRY, last, content, utf8ToBytes(canonical(open)));
}

/** Returns the digest of a sealed command; `null` where the salt is malformed. */
export function sealOf(salt: string, command: unknown): string | null {
  const bytes = unhex(salt, 16);
  return bytes && digest(bytes, utf8ToBytes(canonical(command)));
}

/** Returns the digest that a seat seals in place of a sheet that stays with its player; `null` where the salt is malformed. */
export function blindOf(game: string, question: number, seat: number, salt: string, sheet: unknown): string | null {
  const bytes = unhex(salt, 32);
  if (!bytes) return null;
  const asked = new Uint8Array(4);
  new DataView(asked.buffer).setUint32(0, question);
  return digest(BLIND, uuidBytes(game), asked, Uint8Array.of(seat), bytes, utf8ToBytes(canonical(sheet)));
}
