import type { Refusal, ServerMessage } from '../protocol';
import { realTimers, type RoomSocket, type Timers } from '../net/socket';
import { recallJson, recalledKeys, remember } from './local';

/** What the engine said of the last draft. */
export interface DraftAdvice {
  /** Whether the server has it, durably. */
  saved: boolean;
  /** The ruleset's advice. */
  advice: unknown;
  refusal: Refusal | null;
}

/** What the engine said of something that was only asked. */
export type Said = Pick<DraftAdvice, 'advice' | 'refusal'>;

/** A draft as the browser keeps it: `sent` is false until the server has it. */
interface KeptDraft {
  draft: unknown;
  sent: boolean;
}

type Told<T extends ServerMessage['t']> = Extract<ServerMessage, { t: T }>;

/** Wait between the last keystroke and the saving of a draft, in milliseconds. */
const DRAFT_WAIT = 350;

/** What is drafted at a table, and what the engine says of it; and what it is asked besides. */
export class Drafts {
  advice = $state.raw<DraftAdvice | null>(null);
  /** Our draft on the server when the table was sent. */
  draft = $state.raw<unknown>(null);
  private readonly socket: RoomSocket;
  private readonly keyOf: (key: string) => string;
  private readonly timers: Timers;
  private timer: unknown = null;
  private waiting: { key: string; draft: unknown } | null = null;
  private sent: { seq: number; key: string } | null = null;
  /** Who waits for an answer to something that was only asked, by its number. */
  private readonly consulted = new Map<number, (said: Said) => void>();
  /** Who waits to be told what may be answered, by its number. */
  private readonly asked = new Map<number, (options: readonly unknown[] | null) => void>();

  constructor(socket: RoomSocket, keyOf: (key: string) => string, timers: Timers = realTimers) {
    this.socket = socket;
    this.keyOf = keyOf;
    this.timers = timers;
  }

  /**
   * Saves a draft as it is written: at once in the browser, a moment later on the server, unless it shall stay `here`. `key` names the
   * question it answers, so that it is never taken for the answer to another.
   */
  write(key: string, draft: unknown, here: boolean): void {
    const full = this.keyOf(key);
    for (const other of recalledKeys(this.keyOf(''))) {
      if (other !== key) remember(this.keyOf(other), null);
    }
    remember(full, JSON.stringify({ draft, sent: false } satisfies KeptDraft));
    if (here) return;
    this.waiting = { key: full, draft };
    this.timers.clear(this.timer);
    this.timer = this.timers.set(() => this.flush(), DRAFT_WAIT);
    if (this.advice) this.advice = { ...this.advice, saved: false };
  }

  /** What was written for a question: here if the server does not have it yet, else what the server keeps. */
  read(key: string): unknown {
    const kept = recallJson<KeptDraft>(this.keyOf(key));
    if (kept && (!kept.sent || this.draft === null)) return kept.draft;
    return this.draft;
  }

  /** Sends a draft that still waits. */
  flush(): void {
    if (!this.waiting) return;
    const { key, draft } = this.waiting;
    this.waiting = null;
    this.sent = { seq: this.socket.saveDraft(draft), key };
  }

  /** Another question is open: what was said of the last one is no longer true. */
  forget(): void {
    this.advice = null;
    this.draft = null;
  }

  /**
   * Asks the engine about a draft that is kept nowhere. The answer may never come: the connection may break, and whoever
   * still wants to know asks again.
   */
  consult(draft: unknown): Promise<Said> {
    return new Promise((settle) => this.consulted.set(this.socket.consult(draft), settle));
  }

  /** What we may answer to the open question; `null` when it cannot be told. As with {@link consult}, the answer may never come. */
  answers(): Promise<readonly unknown[] | null> {
    return new Promise((settle) => this.asked.set(this.socket.askOptions(), settle));
  }

  /** The engine says what may be answered. */
  listed(message: Told<'options'>): void {
    this.asked.get(message.seq)?.(message.refusal ? null : message.options);
    for (const seq of this.asked.keys()) if (seq <= message.seq) this.asked.delete(seq);
  }

  /** The engine says something of a draft. */
  advised(message: Told<'advice'>): void {
    const waiting = this.consulted.get(message.seq);
    // Answers come in order: what was asked before and has none got lost with its connection.
    for (const seq of this.consulted.keys()) if (seq <= message.seq) this.consulted.delete(seq);
    if (waiting) return waiting({ advice: message.advice, refusal: message.refusal });
    if (this.sent?.seq !== message.seq || this.waiting) return;
    this.advice = { saved: message.saved, advice: message.advice, refusal: message.refusal };
    const kept = recallJson<KeptDraft>(this.sent.key);
    if (kept && message.saved) {
      this.draft = kept.draft;
      remember(this.sent.key, JSON.stringify({ ...kept, sent: true } satisfies KeptDraft));
    }
  }
}
