import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Author, Blind, Given, Outcome } from '../protocol';

// How every digest is made is told in protocol/PROTOCOL.md. `crypto.subtle` does not exist on plain http.

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

/** JSON with sorted keys and no blanks: the same text for the same content. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(fields).sort(byCodePoint);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Bytes of a fixed length from hex digits in lower case; `null` when the text is something else. */
export function unhex(text: unknown, length: number): Uint8Array | null {
  if (typeof text !== 'string' || text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return null;
  return hexToBytes(text);
}

const uuidBytes = (id: string): Uint8Array => unhex(id.replaceAll('-', ''), 16) ?? new Uint8Array(16);

/** SHA-256 of bytes, in hex. */
export const digest = (...parts: Uint8Array[]): string => bytesToHex(sha256(concatBytes(...parts)));

/** What the chain covers of a name; `null` when the salt is none. */
export function nameplateOf(salt: unknown, name: string): string | null {
  const bytes = unhex(salt, 16);
  return bytes && digest(NAME, bytes, utf8ToBytes(name));
}

/** What a seat promises before it gives its number. */
export const promiseOf = (game: string, seat: number, nonce: Uint8Array): string => digest(PROMISE, uuidBytes(game), Uint8Array.of(seat), nonce);

/** The seed of the dice: the secret of the server, the game, and what each seat gave. */
export function seedOf(secret: Uint8Array, game: string, draw: readonly Given[]): string {
  const parts = draw.map(({ nonce }) => {
    const bytes = unhex(nonce, 32);
    return bytes ? concatBytes(Uint8Array.of(1), bytes) : Uint8Array.of(0);
  });
  return digest(SEED, secret, uuidBytes(game), ...parts);
}

/** What is settled before the first die. */
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
  /** There only in games whose sheets stay with their players. */
  blind?: true;
}

/** The head before entry 0. */
export const genesisHead = (genesis: Genesis): string => digest(CHAIN, utf8ToBytes(canonical(genesis)));

/** What everybody is told of an entry when it is made. */
export interface Open {
  n: number;
  at: number;
  author: Author | null;
  /** How the game ended with it, if it did. */
  outcome: Outcome | null;
}

/** What may have to stay hidden until the game is over. */
export interface Hidden {
  command: unknown;
  events: unknown;
  rolls: readonly (readonly [number, number])[];
  drawn: number;
  seal: string | null;
  /** There only where an entry says something of a sheet that stays with its player. */
  blind?: Blind;
}

/** The head after an entry; `null` when the head before or the salt is none. */
export function headOf(before: string, open: Open, hidden: Hidden, salt: string): string | null {
  const [last, hide] = [unhex(before, 32), unhex(salt, 16)];
  if (!last || !hide) return null;
  const content = sha256(concatBytes(hide, utf8ToBytes(canonical(hidden))));
  return digest(ENTRY, last, content, utf8ToBytes(canonical(open)));
}

/** The digest of a sealed command; `null` when the salt is none. */
export function sealOf(salt: string, command: unknown): string | null {
  const bytes = unhex(salt, 16);
  return bytes && digest(bytes, utf8ToBytes(canonical(command)));
}

/** What a seat seals in place of a sheet that stays with its player; `null` when the salt is none. */
export function blindOf(game: string, question: number, seat: number, salt: string, sheet: unknown): string | null {
  const bytes = unhex(salt, 32);
  if (!bytes) return null;
  const asked = new Uint8Array(4);
  new DataView(asked.buffer).setUint32(0, question);
  return digest(BLIND, uuidBytes(game), asked, Uint8Array.of(seat), bytes, utf8ToBytes(canonical(sheet)));
}
