import type { Action, Answer, ClientMessage, Closing, Lang, ServerMessage, Since } from '../protocol';
import { uuid } from './id';
import { Unpacker } from './unpack';

/** Version of the socket protocol this client speaks. */
export const PROTOCOL = 2;

/**
 * Where the connection stands. `waiting` tells when the next attempt comes, and what the server said before it hung up. `reached` is whether
 * the server has ever welcomed this page: until then nothing was lost, and something on the way may never let a socket through.
 */
export type Connection =
  | { is: 'connecting'; attempt: number; reached: boolean }
  | { is: 'open' }
  | { is: 'waiting'; attempt: number; until: number; reached: boolean; words: string }
  | { is: 'closed'; why: Closing; words: string };

/** What a `WebSocket` is to this module. */
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
  /** Opens a wire to the server. */
  dial: () => Wire;
  room: string;
  /** The invitation, until the room has let us in once. */
  invite: () => string | undefined;
  /** What we have already, when we come back. */
  since: () => Since | undefined;
  lang: () => Lang;
  /** Every message, in order; answers too. */
  onMessage: (message: ServerMessage) => void;
  onConnection: (line: Connection) => void;
  timers?: Timers;
}

/** Waits before the attempts, in milliseconds; the last one repeats. */
const BACKOFF = [250, 1000, 2000, 4000, 8000, 15000] as const;
/** We ask whether anybody is there each time that this has passed. */
const BEAT = 10_000;
/** So many beats without a word from the server, and nobody is there. */
const UNHEARD = 3;
/** What the server could not save is sent again after this wait, or as soon as it says that it can. */
const SAVE_AGAIN = 2000;
const UNSAVED = 'server.store';
/** So many frames that cannot be read, and coming back does no good: the page is too old for the server, or the way bends what it carries. */
const UNREADABLE = 3;

/** Code of a room that another of several servers holds. */
const ELSEWHERE = 4007;
/** So often in a row the client comes back at once to find the server that holds the room; after that it waits longer each time. */
const QUICK_TRIES = 10;

/** Codes after which coming back by itself would do no good. */
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
 * The connection to a room. It reconnects by itself; what has no answer yet is sent again with the same id, so that
 * nothing is done twice and nothing is lost.
 */
export class RoomSocket {
  private readonly options: SocketOptions;
  private readonly timers: Timers;
  private wire: Wire | null = null;
  private welcomed = false;
  private attempt = 0;
  /** How often in a row another server held the room. */
  private elsewhere = 0;
  private retry: unknown = null;
  private beat: unknown = null;
  private unsaved: unknown = null;
  /** Beats since we last heard anything. */
  private unheard = 0;
  private pings = 0;
  private over = false;
  /** The server has welcomed us once. */
  private reached = false;
  /** Frames that could not be read since a connection last stood for a beat. */
  private unreadable = 0;
  private complained = false;
  /** Our `hello` came too late or was not understood; it was said once more. */
  private greetedAgain = false;
  private unpacker = new Unpacker();
  private goodbye: { code: Closing; words: string; wait?: number } | null = null;
  /** Unanswered messages in the order in which they were given. */
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

  /** Hangs up for good. */
  stop(): void {
    this.over = true;
    this.quiet();
    this.drop();
  }

  /** Tries at once instead of waiting: the network is back, or the player asks for it. */
  hurry(): void {
    if (this.over || this.wire) return;
    this.timers.clear(this.retry);
    this.attempt = 0;
    this.connect();
  }

  /** The network is known to be gone: do not wait for the silence to tell. */
  lost(): void {
    if (this.over || !this.wire) return;
    this.drop();
    this.later();
  }

  /** Hangs up until `start` is called again; what has no answer yet is sent again then. */
  leave(): void {
    this.quiet();
    this.drop();
  }

  /** Gives an answer to the open question of the game. */
  command(command: unknown): Promise<Answer> {
    return this.ask({ t: 'command', id: uuid(), command });
  }

  /** Seals an answer that stays here: only its digest goes out. */
  seal(game: string, question: number, digest: string): Promise<Answer> {
    return this.ask({ t: 'seal', id: uuid(), game, question, digest });
  }

  /** Takes a seal back. */
  unseal(game: string, question: number): Promise<Answer> {
    return this.ask({ t: 'unseal', id: uuid(), game, question });
  }

  /** Opens what was sealed. Asked again after a break of the connection, we answer again. */
  openSeal(message: Extract<ClientMessage, { t: 'open' }>): void {
    this.push(message);
  }

  /** Does something in the room. */
  act(action: Action): Promise<Answer> {
    return this.ask({ t: 'act', id: uuid(), action });
  }

  /** Says something. */
  chat(text: string): Promise<Answer> {
    return this.ask({ t: 'chat', id: uuid(), text });
  }

  /** Saves a draft; only the last one matters. Returns its number, which its advice will bear. */
  saveDraft(draft: unknown): number {
    this.drafts += 1;
    this.draft = { seq: this.drafts, draft };
    this.push({ t: 'draft', ...this.draft });
    return this.drafts;
  }

  /** Asks about something that is kept nowhere and not asked again. Returns its number, which the answer will bear. */
  consult(draft: unknown): number {
    this.drafts += 1;
    this.push({ t: 'draft', seq: this.drafts, draft });
    return this.drafts;
  }

  /** Asks what may be answered. Returns the number of the question, which the answer will bear. */
  askOptions(): number {
    this.drafts += 1;
    this.push({ t: 'options', seq: this.drafts });
    return this.drafts;
  }

  /** Forgets a draft that has become pointless, without a word to the server. */
  dropDraft(): void {
    this.draft = null;
  }

  /** A gap was seen. */
  resync(entry: number): void {
    this.push({ t: 'resync', entry });
  }

  /** Says that a game has been shown up to an entry. Not said again: whoever comes back says it anew. */
  shown(game: string, entry: number): void {
    this.push({ t: 'shown', game, entry });
  }

  /** Gives our part to the dice of a new game. Asked again after a break of the connection, we answer again. */
  mix(message: Extract<ClientMessage, { t: 'promise' | 'nonce' }>): void {
    this.push(message);
  }

  /** Another language for refusals. */
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
   * A frame could not be read, so what it told is missing: it comes again over a new connection. Told to the console once, without what was in
   * it. A server that is never understood is left after a few attempts.
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
    // A slow page that was dialled for early may say it after the server has lost patience.
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
   * Notices when nothing comes any more. Beats are counted, not the time between them: a page that was held up or asleep has what came
   * meanwhile still before it, and the server gets its time to answer.
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
      // Whoever has slept asks once, and waits no longer than for one answer.
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
      // It was closed already.
    }
  }
}

/** A message of the server. Throws when the text is none; one of a kind that this page does not know is a message. */
function read(text: string): ServerMessage {
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null || typeof (message as { t?: unknown }).t !== 'string') throw new TypeError('no message');
  return message as ServerMessage;
}
