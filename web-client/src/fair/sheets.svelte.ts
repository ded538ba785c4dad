import { bytesToHex } from '@noble/hashes/utils.js';
import type { ClientMessage, Sealing } from '../protocol';
import { recall, recallJson, recalledKeys, remember } from '../store/local';
import { blindOf } from './digest';

/** Sheets of other games stay in the browser for so long, in milliseconds: a slow game may still ask for them. */
const KEPT = 60 * 24 * 3600 * 1000;

/** A sheet that stays on this device until everybody has sealed. */
interface Kept {
  at: number;
  question: number;
  seat: number;
  salt: string;
  sheet: unknown;
  digest: string;
}

/** Where our own sheet stands. */
export type Mine =
  /** Nothing is sealed for our seat. */
  | { is: 'none' }
  /** What is sealed is here. */
  | { is: 'here'; sheet: unknown }
  /** Something is sealed for our seat, and it is not on this device. */
  | { is: 'elsewhere' };

/** Keeps our sheets and their salts through reloads, and opens them when everybody has sealed. */
export class Sheets {
  /** This browser forgets what it is told to keep: a reload would lose the sheet. */
  forgetful = $state(false);
  private readonly random: (length: number) => Uint8Array;
  /** What a forgetful browser keeps as long as the page lives. */
  private readonly alive = new Map<string, Kept>();

  constructor(random = (length: number) => crypto.getRandomValues(new Uint8Array(length))) {
    this.random = random;
  }

  /** Keeps a sheet under a new salt, before anything is said of it. Returns its digest. */
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

  /** Where our sheet stands, by what the table holds for our seat. */
  mine(game: string, sealing: Sealing | null | undefined, seat: number | null): Mine {
    const held = sealing?.seals.find((seal) => seal.seat === seat);
    if (!held) return { is: 'none' };
    const kept = this.kept(game, held.digest);
    return kept ? { is: 'here', sheet: kept.sheet } : { is: 'elsewhere' };
  }

  /** What we have to say now that everybody has sealed; nothing when it is said, or when our sheet is not here. */
  due(game: string, sealing: Sealing | null | undefined, seat: number | null): Extract<ClientMessage, { t: 'open' }> | null {
    if (!sealing?.open || seat === null || sealing.opened.includes(seat)) return null;
    const held = sealing.seals.find((seal) => seal.seat === seat);
    const kept = held ? this.kept(game, held.digest) : null;
    if (!kept || kept.question !== sealing.question || kept.seat !== seat) return null;
    return { t: 'open', game, question: kept.question, salt: kept.salt, sheet: kept.sheet };
  }

  /** A later question is open: sheets of earlier ones are in the journal, or never will be. */
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
