import type { Action, Answer, ClientMessage, Closing, Lang, ServerMessage, Since } from '../protocol';
import { uuid } from './id';
import { Unpacker } from './unpack';

/** Version of the socket protocol of this client. */
export const PROTOCOL = 2;

/**
 * The state of the connection. `waiting` has the time of the next attempt, and the words of the server before it closed. `reached` is
 * whether the server has ever welcomed this page: until then nothing was lost, and something in between may let no socket through.
 */
export type Connection =
  | { is: 'connecting'; attempt: number; reached: boolean }
  | { is: 'open' }
  | { is: 'waiting'; attempt: number; until: number; reached: boolean; words: string }
  | { is: 'closed'; why: Closing; words: string };

/** The part of a `WebSocket` that this module uses. */
export interface Wire {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
}

/** Clock and timers, so that tests need not wait. */
export interface Timers {
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
  /** A number in [0, 1) that spreads the reconnections of many clients. */
  jitter(): number;
}

export interface SocketOptions {
  /** Opens a socket to the server. */
  dial: () => Wire;
  room: string;
  /** The invitation, which the room needs until it has let this browser in once. */
  invite: () => string | undefined;
  /** Returns what this page has already, when it reconnects. */
  since: () => Since | undefined;
  lang: () => Lang;
  /** Called with every message in order, including answers. */
  onMessage: (message: ServerMessage) => void;
  onConnection: (line: Connection) => void;
  timers?: Timers;
}

/** Waits before attempts to reconnect, in milliseconds; the last one repeats. */
const BACKOFF = [250, 1000, 2000, 4000, 8000, 15000] as const;
/** Interval between pings, in milliseconds. */
const BEAT = 10_000;
/** Beats without a frame of the server after which the connection counts as lost. */
const UNHEARD = 3;
/** Wait before a message that the server could not save is sent again, in milliseconds; shorter once the server can save again. */
const SAVE_AGAIN = 2000;
const UNSAVED = 'server.store';
/** Unreadable frames after which reconnecting is useless: the page is too old for the server, or something alters the frames. */
const UNREADABLE = 3;

/** Close code for a room that another server holds. */
const ELSEWHERE = 4007;
/** Attempts in a row that do not lengthen the wait while another server holds the room; each later one does. */
const QUICK_TRIES = 10;

/** Codes after which reconnecting is useless. */
const FINAL: ReadonlySet<Closing> = new Set(['replaced', 'kicked', 'revoked', 'hello', 'unknown', 'denied', 'full', 'too_large', 'closed']);
const FINAL_CODES: Readonly<Record<number, Closing>> = {
  4010: 'replaced',
  4011: 'kicked',
  4012: 'revoked',
  4020: 'hello',
  4021: 'unknown',
  4022: 'denied',
  4023: 'full',
  4024: 'too_large',
  4025: 'closed',
};

export const realTimers: Timers = {
  now: () => Date.now(),
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  jitter: () => Math.random(),
};

type Asked = Extract<ClientMessage, { id: string }>;
interface Pending {
  message: Asked;
  settle: (answer: Answer) => void;
}

/**
 * The connection to a room. It reconnects automatically; messages without an answer are sent again with the same id, so
 * that none is applied twice and none is lost.
 */
export class RoomSocket {
  private readonly options: SocketOptions;
  private readonly timers: Timers;
  private wire: Wire | null = null;
  private welcomed = false;
  private attempt = 0;
  /** Number of attempts in a row at which another server held the room. */
  private elsewhere = 0;
  private retry: unknown = null;
  private beat: unknown = null;
  private unsaved: unknown = null;
  /** Beats since the last frame. */
  private unheard = 0;
  private pings = 0;
  private over = false;
  /** Whether the server has welcomed this page once. */
  private reached = false;
  /** Unreadable frames since the last beat of a welcomed connection. */
  private unreadable = 0;
  private complained = false;
  /** Whether `hello` was sent a second time, because the first came too late or was not understood. */
  private greetedAgain = false;
  private unpacker = new Unpacker();
  private goodbye: { code: Closing; words: string; wait?: number } | null = null;
  /** Messages without an answer, in the order of the calls. */
  private readonly pending = new Map<string, Pending>();
  private draft: { seq: number; draft: unknown } | null = null;
  private drafts = 0;

  constructor(options: SocketOptions) {
    this.options = options;
    this.timers = options.timers ?? realTimers;
  }

  /** Opens the connection. */
  start(): void {
    if (!this.over && !this.wire) this.connect();
  }

  /** Closes the connection for good. */
  stop(): void {
    this.over = true;
    this.quiet();
    this.drop();
  }

  /** Reconnects at once instead of waiting: the network is back, or the player asks for it. */
  hurry(): void {
    if (this.over || this.wire) return;
    this.timers.clear(this.retry);
    this.attempt = 0;
    this.connect();
  }

  /** Drops a connection that is known to be lost, without waiting for a timeout, and schedules the next attempt. */
  lost(): void {
    if (this.over || !this.wire) return;
    this.drop();
    this.later();
  }

  /** Closes the connection until `start` is called again; messages without an answer are then sent again. */
  leave(): void {
    this.quiet();
    this.drop();
  }

  /** Sends an answer to the open question of the game. */
  command(command: unknown): Promise<Answer> {
    return this.ask({ t: 'command', id: uuid(), command });
  }

  /** Seals an answer that stays on this device: only its digest is sent. */
  seal(game: string, question: number, digest: string): Promise<Answer> {
    return this.ask({ t: 'seal', id: uuid(), game, question, digest });
  }

  /** Withdraws a seal. */
  unseal(game: string, question: number): Promise<Answer> {
    return this.ask({ t: 'unseal', id: uuid(), game, question });
  }

  /** Opens a seal. Not repeated: after a lost connection the server asks again, and the caller answers again. */
  openSeal(message: Extract<ClientMessage, { t: 'open' }>): void {
    this.push(message);
  }

  /** Sends an action in the room. */
  act(action: Action): Promise<Answer> {
    return this.ask({ t: 'act', id: uuid(), action });
  }

  /** Sends a line of chat. */
  chat(text: string): Promise<Answer> {
    return this.ask({ t: 'chat', id: uuid(), text });
  }

  /** Saves a draft in place of an earlier one. Returns its number, which its advice carries. */
  saveDraft(draft: unknown): number {
    this.drafts += 1;
    this.draft = { seq: this.drafts, draft };
    this.push({ t: 'draft', ...this.draft });
    return this.drafts;
  }

  /** Sends a query that is not saved and not repeated. Returns its number, which the answer carries. */
  consult(draft: unknown): number {
    this.drafts += 1;
    this.push({ t: 'draft', seq: this.drafts, draft });
    return this.drafts;
  }

  /** Requests the possible answers to the open question. Returns the number of the request, which the answer carries. */
  askOptions(): number {
    this.drafts += 1;
    this.push({ t: 'options', seq: this.drafts });
    return this.drafts;
  }

  /** Drops a draft that is no longer needed, without a message to the server. */
  dropDraft(): void {
    this.draft = null;
  }

  /** Requests the entries after `entry`, because a gap was found. */
  resync(entry: number): void {
    this.push({ t: 'resync', entry });
  }

  /** Reports that a game has been shown up to an entry. Not repeated: the caller reports it again after a reconnect. */
  shown(game: string, entry: number): void {
    this.push({ t: 'shown', game, entry });
  }

  /** Sends this seat's part of the dice. Not repeated: after a lost connection the server asks again, and the caller answers again. */
  mix(message: Extract<ClientMessage, { t: 'promise' | 'nonce' }>): void {
    this.push(message);
  }

  /** Changes the language of refusals. */
  speak(lang: Lang): void {
    this.push({ t: 'lang', lang });
  }

  private ask(message: Asked): Promise<Answer> {
    return new Promise((settle) => {
      this.pending.set(message.id, { message, settle });
      this.push(message);
    });
  }

  private push(message: ClientMessage): void {
    if (this.wire && this.welcomed) this.wire.send(JSON.stringify(message));
  }

  private connect(): void {
    this.options.onConnection({ is: 'connecting', attempt: this.attempt, reached: this.reached });
    const wire = this.options.dial();
    this.wire = wire;
    this.welcomed = false;
    this.goodbye = null;
    this.unheard = 0;
    this.unpacker = new Unpacker();
    this.watch();
    wire.onopen = () => {
      if (this.wire !== wire) return;
      const hello: ClientMessage = {
        t: 'hello',
        protocol: PROTOCOL,
        room: this.options.room,
        invite: this.options.invite(),
        since: this.options.since(),
        lang: this.options.lang(),
        packed: true,
      };
      wire.send(JSON.stringify(hello));
    };
    wire.onmessage = (event) => {
      if (this.wire === wire) this.hear(event.data);
    };
    wire.onerror = () => undefined;
    wire.onclose = (event) => {
      if (this.wire === wire) this.hungUp(event.code);
    };
  }

  private hear(data: unknown): void {
    this.unheard = 0;
    let text: string;
    let message: ServerMessage;
    try {
      text = this.unpacker.text(data);
      message = read(text);
    } catch (error) {
      this.misread(error);
      return;
    }
    if (message.t === 'entries') this.unpacker.keep(text);
    if (message.t === 'welcome') this.welcome();
    if (message.t === 'closing') this.goodbye = message;
    if (message.t === 'advice' && message.saved && this.draft?.seq === message.seq) this.draft = null;
    this.options.onMessage(message);
    if (message.t === 'answer') this.settle(message.id, message.answer);
    if (message.t === 'advice' && message.refusal?.code === UNSAVED) this.saveAgain();
    if (message.t === 'away' && message.since === null) this.resend();
  }

  /**
   * Reconnects after an unreadable frame, so that its content is sent again. The console gets one message, without the content. After
   * `UNREADABLE` such frames the connection ends for good.
   */
  private misread(error: unknown): void {
    this.unreadable += 1;
    if (!this.complained) {
      this.complained = true;
      console.error(`A frame of the server could not be read (${error instanceof Error ? error.name : 'unknown'}).`);
    }
    if (this.unreadable < UNREADABLE) this.lost();
    else this.end('hello', '');
  }

  private end(why: Closing, words: string): void {
    this.over = true;
    this.quiet();
    this.drop();
    this.options.onConnection({ is: 'closed', why, words });
  }

  private welcome(): void {
    this.welcomed = true;
    this.reached = true;
    this.greetedAgain = false;
    this.attempt = 0;
    this.resend();
    this.options.onConnection({ is: 'open' });
  }

  private resend(): void {
    this.timers.clear(this.unsaved);
    for (const { message } of this.pending.values()) this.push(message);
    if (this.draft) this.push({ t: 'draft', ...this.draft });
  }

  private saveAgain(): void {
    this.timers.clear(this.unsaved);
    this.unsaved = this.timers.set(() => this.resend(), SAVE_AGAIN);
  }

  private settle(id: string, answer: Answer): void {
    const waiting = this.pending.get(id);
    if (!waiting) return;
    if (answer.result === 'refused' && answer.refusal.code === UNSAVED) {
      this.saveAgain();
      return;
    }
    this.pending.delete(id);
    waiting.settle(answer.result === 'duplicate' ? answer.first : answer);
  }

  private hungUp(code: number): void {
    const { welcomed } = this;
    this.drop();
    const said = this.goodbye;
    const why = said && FINAL.has(said.code) ? said.code : FINAL_CODES[code];
    // A slow page whose socket was opened early may send `hello` after the timeout of the server.
    if (why === 'hello' && !welcomed && !this.greetedAgain) {
      this.greetedAgain = true;
      this.connect();
      return;
    }
    if (why) {
      this.end(why, said?.words ?? '');
      return;
    }
    if (!this.over) this.later(code === ELSEWHERE);
  }

  private later(elsewhere = false): void {
    this.timers.clear(this.beat);
    const base = BACKOFF[Math.min(this.attempt, BACKOFF.length - 1)] ?? 15000;
    this.elsewhere = elsewhere ? this.elsewhere + 1 : 0;
    if (!elsewhere || this.elsewhere > QUICK_TRIES) this.attempt += 1;
    const least = (this.goodbye?.wait ?? 0) * 1000;
    const wait = Math.round(least + base * (0.75 + 0.5 * this.timers.jitter()));
    const until = this.timers.now() + wait;
    this.options.onConnection({ is: 'waiting', attempt: this.attempt, until, reached: this.reached, words: this.goodbye?.words ?? '' });
    this.retry = this.timers.set(() => this.connect(), wait);
  }

  /**
   * Detects a connection on which nothing arrives. Beats are counted, not the time between them: a page that was suspended has yet to
   * process what arrived meanwhile, and the server gets its time to answer.
   */
  private watch(): void {
    this.timers.clear(this.beat);
    const due = this.timers.now() + BEAT;
    this.beat = this.timers.set(() => {
      this.unheard += 1;
      if (this.unheard >= UNHEARD) {
        this.lost();
        return;
      }
      // A page that was suspended pings once, and waits one beat for the answer.
      if (this.timers.now() - due >= BEAT) this.unheard = UNHEARD - 1;
      if (this.welcomed) {
        this.unreadable = 0;
        this.pings += 1;
        this.push({ t: 'ping', n: this.pings });
      }
      this.watch();
    }, BEAT);
  }

  private quiet(): void {
    this.timers.clear(this.retry);
    this.timers.clear(this.beat);
    this.timers.clear(this.unsaved);
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    this.welcomed = false;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null;
    try {
      wire.close(1000);
    } catch {
      // The socket was closed already.
    }
  }
}

/** Parses a message of the server. Throws where the text is not a message; a message of an unknown kind is one. */
function read(text: string): ServerMessage {
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null || typeof (message as { t?: unknown }).t !== 'string') throw new TypeError('no message');
  return message as ServerMessage;
}
