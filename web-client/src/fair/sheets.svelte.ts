import { bytesToHex } from '@noble/hashes/utils.js';
import type { ClientMessage, Sealing } from '../protocol';
import { recall, recallJson, recalledKeys, remember } from '../store/local';
import { blindOf } from './digest';

/** Time for which sheets stay in the browser, in milliseconds: a slow game may ask for them late. */
const KEPT = 60 * 24 * 3600 * 1000;

/** A sheet that stays on this device until all seats have sealed. */
interface Kept {
  at: number;
  question: number;
  seat: number;
  salt: string;
  sheet: unknown;
  digest: string;
}

/** The state of the player's sheet. */
export type Mine =
  /** Nothing is sealed for the seat of the player. */
  | { is: 'none' }
  /** The sealed sheet is on this device. */
  | { is: 'here'; sheet: unknown }
  /** A sheet is sealed for the seat of the player, but it is not on this device. */
  | { is: 'elsewhere' };

/** The player's sheets and their salts, which are kept across reloads and opened once all seats have sealed. */
export class Sheets {
  /** Whether this browser stores nothing, so that a reload would lose the sheet. */
  forgetful = $state(false);
  private readonly random: (length: number) => Uint8Array;
  /** The sheets in memory, for a browser that stores nothing. */
  private readonly alive = new Map<string, Kept>();

  constructor(random = (length: number) => crypto.getRandomValues(new Uint8Array(length))) {
    this.random = random;
  }

  /** Keeps a sheet with a new salt, before its digest is sent. Returns the digest. */
  keep(game: string, question: number, seat: number, sheet: unknown): string {
    this.tidy();
    const salt = bytesToHex(this.random(32));
    const digest = blindOf(game, question, seat, salt, sheet) ?? '';
    const kept: Kept = { at: Date.now(), question, seat, salt, sheet, digest };
    const key = this.key(game, digest);
    this.alive.set(key, kept);
    remember(key, JSON.stringify(kept));
    this.forgetful = recall(key) === null;
    return digest;
  }

  /** Returns the state of the player's sheet, from the seals at the table. */
  mine(game: string, sealing: Sealing | null | undefined, seat: number | null): Mine {
    const held = sealing?.seals.find((seal) => seal.seat === seat);
    if (!held) return { is: 'none' };
    const kept = this.kept(game, held.digest);
    return kept ? { is: 'here', sheet: kept.sheet } : { is: 'elsewhere' };
  }

  /** Returns the message that opens the player's sheet; `null` before all seats have sealed, once it is open, or without the sheet. */
  due(game: string, sealing: Sealing | null | undefined, seat: number | null): Extract<ClientMessage, { t: 'open' }> | null {
    if (!sealing?.open || seat === null || sealing.opened.includes(seat)) return null;
    const held = sealing.seals.find((seal) => seal.seat === seat);
    const kept = held ? this.kept(game, held.digest) : null;
    if (!kept || kept.question !== sealing.question || kept.seat !== seat) return null;
    return { t: 'open', game, question: kept.question, salt: kept.salt, sheet: kept.sheet };
  }

  /** Removes the sheets of questions before `before`: they are in the journal, or can no longer get into it. */
  forget(game: string, before: number): void {
    for (const digest of recalledKeys(`blind.${game}.`)) {
      const key = this.key(game, digest);
      if ((recallJson<Kept>(key)?.question ?? -1) < before) {
        remember(key, null);
        this.alive.delete(key);
      }
    }
  }

  private kept(game: string, digest: string): Kept | null {
    const key = this.key(game, digest);
    const kept = this.alive.get(key) ?? recallJson<Kept>(key);
    return kept?.digest === digest ? kept : null;
  }

  private key(game: string, digest: string): string {
    return `blind.${game}.${digest}`;
  }

  private tidy(): void {
    for (const name of recalledKeys('blind.')) {
      if ((recallJson<Kept>(`blind.${name}`)?.at ?? 0) < Date.now() - KEPT) remember(`blind.${name}`, null);
    }
  }
}
