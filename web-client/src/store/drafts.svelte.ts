import type { Refusal, ServerMessage } from '../protocol';
import { realTimers, type RoomSocket, type Timers } from '../net/socket';
import { recallJson, recalledKeys, remember } from './local';

/** The answer of the engine to the last draft. */
export interface DraftAdvice {
  /** Whether the server has stored the draft durably. */
  saved: boolean;
  /** The ruleset's advice. */
  advice: unknown;
  refusal: Refusal | null;
}

/** The answer of the engine to a query that is not saved. */
export type Said = Pick<DraftAdvice, 'advice' | 'refusal'>;

/** A draft as the browser stores it: `sent` is false until the server has stored it. */
interface KeptDraft {
  draft: unknown;
  sent: boolean;
}

type Told<T extends ServerMessage['t']> = Extract<ServerMessage, { t: T }>;

/** Debounce between the last change of a draft and its saving on the server, in milliseconds. */
const DRAFT_WAIT = 350;

/** The drafts at a table with the advice of the engine, and queries that are not saved. */
export class Drafts {
  advice = $state.raw<DraftAdvice | null>(null);
  /** The player's draft, as the server has it. */
  draft = $state.raw<unknown>(null);
  private readonly socket: RoomSocket;
  private readonly keyOf: (key: string) => string;
  private readonly timers: Timers;
  private timer: unknown = null;
  private waiting: { key: string; draft: unknown } | null = null;
  private sent: { seq: number; key: string } | null = null;
  /** Callbacks of queries that are not saved, by their numbers. */
  private readonly consulted = new Map<number, (said: Said) => void>();
  /** Callbacks of requests for the possible answers, by their numbers. */
  private readonly asked = new Map<number, (options: readonly unknown[] | null) => void>();

  constructor(socket: RoomSocket, keyOf: (key: string) => string, timers: Timers = realTimers) {
    this.socket = socket;
    this.keyOf = keyOf;
    this.timers = timers;
  }

  /**
   * Saves a draft: in the browser at once, on the server after `DRAFT_WAIT`, unless it must stay `here`. `key` names the question that
   * the draft answers, so that it is never used for another one.
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

  /** Returns the draft for a question: from this browser until the server has stored it, then from the server. */
  read(key: string): unknown {
    const kept = recallJson<KeptDraft>(this.keyOf(key));
    if (kept && (!kept.sent || this.draft === null)) return kept.draft;
    return this.draft;
  }

  /** Sends a draft that waits for the debounce. */
  flush(): void {
    if (!this.waiting) return;
    const { key, draft } = this.waiting;
    this.waiting = null;
    this.sent = { seq: this.socket.saveDraft(draft), key };
  }

  /** Drops draft and advice, because another question is open. */
  forget(): void {
    this.advice = null;
    this.draft = null;
  }

  /**
   * Sends a query to the engine that is not saved. The promise may never resolve: a query is not repeated after a lost connection,
   * the caller has to ask again.
   */
  consult(draft: unknown): Promise<Said> {
    return new Promise((settle) => this.consulted.set(this.socket.consult(draft), settle));
  }

  /** Requests the possible answers to the open question; `null` where they are refused. May never resolve, like {@link consult}. */
  answers(): Promise<readonly unknown[] | null> {
    return new Promise((settle) => this.asked.set(this.socket.askOptions(), settle));
  }

  /** Resolves the request for possible answers. */
  listed(message: Told<'options'>): void {
    this.asked.get(message.seq)?.(message.refusal ? null : message.options);
    for (const seq of this.asked.keys()) if (seq <= message.seq) this.asked.delete(seq);
  }

  /** Takes an answer of the engine to a draft or a query. */
  advised(message: Told<'advice'>): void {
    const waiting = this.consulted.get(message.seq);
    // Answers arrive in order: earlier queries without one were lost with their connection.
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
