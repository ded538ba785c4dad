import type {
  Action,
  Answer,
  Asking,
  ChatLine,
  Clock,
  Entry,
  Moment,
  Outcome,
  Replay,
  RoomState,
  Scoreboard,
  ServerMessage,
  Since,
  Table,
  You,
} from '../protocol';
import { Keeper } from '../fair/keeper.svelte';
import { Sheets, type Mine } from '../fair/sheets.svelte';
import { lang } from '../i18n/index.svelte';
import { api } from '../net/api';
import { dial, takeWire } from '../net/early';
import { RoomSocket, type Connection, type SocketOptions, type Timers, type Wire } from '../net/socket';
import { announced } from './announcement.svelte';
import { Drafts, type DraftAdvice, type Said } from './drafts.svelte';
import { stillAsking } from './asking';
import { forgetGame, keepGame, recallGame, type GameHead, type KeptGame } from './kept';
import { roomOf } from './replayed';
import { Timeline, type Fold } from './timeline.svelte';

export interface RoomOptions {
  room: string;
  invite?: string;
  /** Loads the fold of a ruleset; called when a game opens. */
  fold: (ruleset: string) => Promise<Fold<unknown, unknown>>;
  dial?: () => Wire;
  timers?: Timers;
}

const CHAT_KEPT = 300;
/** The first format of replays in which all notices are rows. */
const ROWS = 3;

/** Opens a connection to the server; the first call takes the one that the page opened while this code was loading. */
function dialServer(): Wire {
  const early = takeWire();
  // The handlers are set after this call, so that an open socket has to report that it is open, as a new one does.
  if (early?.readyState === WebSocket.OPEN) queueMicrotask(() => early.onopen?.(new Event('open')));
  return (early ?? dial()) as unknown as Wire;
}

/** A room as this browser knows it: people, game, question, chat, and the connection to the server. */
export class RoomStore<V = unknown, N = unknown> {
  readonly id: string;
  private readonly socket: RoomSocket;
  private readonly options: RoomOptions;

  connection = $state.raw<Connection>({ is: 'connecting', attempt: 0, reached: false });
  you = $state.raw<You | null>(null);
  room = $state.raw<RoomState | null>(null);
  game = $state.raw<GameHead | null>(null);
  timeline = $state.raw<Timeline<V, N> | null>(null);
  /** The fairness checks of the game: the player's number in the dice, and everything that was published. */
  readonly keeper = new Keeper({ fetchExport: api.export, fetchKey: api.key });
  /** The player's sheets, where sheets stay on the devices until all seats have sealed. */
  readonly sheets = new Sheets();
  /** The question after the last entry, which may not have been shown yet. */
  asking = $state.raw<Asking | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  chat = $state.raw<readonly ChatLine[]>([]);
  /** Whether the server cannot write: clocks are stopped, and messages wait here. */
  away = $state(false);
  /** Whether the server has lost the last moves that this page knew, and the player has not closed the message about it. */
  lost = $state(false);
  /** Number of lines of chat since the last call of `readChat`. */
  unread = $state(0);
  /** The server's clock minus ours, in milliseconds. */
  private skew = $state(0);

  private entry = -1;
  private seat: number | null = null;
  private entries: Entry[] = [];
  private base: unknown = null;
  private baseScores: Scoreboard | null = null;
  private baseEntry = 0;
  private gapAt = -1;
  /** The game whose newest known head was compared with the server over this connection. */
  private compared = '';
  private inbox: ServerMessage[] = [];
  private loading = false;
  private readonly drafts: Drafts;

  constructor(options: RoomOptions) {
    this.options = options;
    this.id = options.room;
    const socket: SocketOptions = {
      dial: options.dial ?? dialServer,
      room: options.room,
      invite: () => options.invite,
      since: () => this.since(),
      lang: () => lang(),
      onMessage: (message) => this.take(message),
      onConnection: (connection) => {
        this.connection = connection;
      },
    };
    if (options.timers) socket.timers = options.timers;
    this.socket = new RoomSocket(socket);
    this.drafts = new Drafts(this.socket, (key) => `draft.${this.id}.${this.game?.game ?? ''}.${key}`, options.timers);
  }

  /** Returns a store for a finished game: its timeline is at the start, and no connection is opened. */
  static ofReplay<V, N>(replay: Replay, fold: Fold<V, N>): RoomStore<V, N> {
    const store = new RoomStore<V, N>({ room: replay.game, fold: () => Promise.resolve(fold as Fold<unknown, unknown>) });
    const { game, ruleset, version, view, entries, outcome } = replay;
    store.game = { game, ruleset, version, commitment: '', draw: null, head: null, turn: 0 };
    store.outcome = outcome;
    store.room = roomOf(replay);
    const { readOld } = fold;
    const old = replay.format < ROWS && readOld;
    const timeline = new Timeline<V, N>(old ? { ...fold, read: readOld } : fold, view as V);
    entries.forEach((entry) => timeline.add(entry));
    store.timeline = timeline;
    return store;
  }

  /** Opens the connection and watches the network. Returns a function that closes it. */
  open(): () => void {
    const kept = recallGame(this.id);
    if (kept) void this.restore(kept).finally(() => this.socket.start());
    else this.socket.start();
    const online = () => this.socket.hurry();
    const offline = () => this.socket.lost();
    const leaving = () => {
      this.flushDraft();
      this.keepGame();
      this.keeper.write();
    };
    const hidden = () => {
      if (document.visibilityState === 'hidden') leaving();
    };
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    window.addEventListener('pagehide', leaving);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      leaving();
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      window.removeEventListener('pagehide', leaving);
      document.removeEventListener('visibilitychange', hidden);
      this.timeline?.stop();
      this.socket.stop();
    };
  }

  /** Reconnects to the server at once. */
  hurry(): void {
    this.socket.hurry();
  }

  /** Marks the loss of the last moves as read. */
  readLoss(): void {
    this.lost = false;
  }

  /** Returns the time of the server, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.skew;
  }

  /** The clock that runs for the player's seat, if there is one. */
  get myClock(): Clock | null {
    const seat = this.you?.seat ?? null;
    if (seat === null) return null;
    return this.asking?.clocks.find((clock) => clock.seats.includes(seat)) ?? null;
  }

  /** The question to the player, once everything that led to it has been shown. */
  get question(): unknown {
    if (!this.asking || !this.timeline?.atEnd) return null;
    return this.asking.mine;
  }

  command(command: unknown): Promise<Answer> {
    this.flushDraft();
    return this.socket.command(command);
  }

  /** Whether the question is sealed blindly: neither drafts nor sheets leave this device before all seats have sealed. */
  get blind(): boolean {
    return this.asking?.blind !== undefined;
  }

  /** The state of the player's sheet, where it is sealed blindly. */
  get ownSheet(): Mine {
    return this.sheets.mine(this.game?.game ?? '', this.asking?.blind, this.you?.seat ?? null);
  }

  /** Gives an answer that stays sealed until all seats have answered; sends only its digest where the room seals blindly. */
  seal(command: unknown): Promise<Answer> {
    const [sealing, game, seat] = [this.asking?.blind, this.game?.game, this.you?.seat ?? null];
    if (!sealing || game === undefined || seat === null) return this.command(command);
    return this.socket.seal(game, sealing.question, this.sheets.keep(game, sealing.question, seat, command));
  }

  /** Withdraws a sealed answer; with `command`, by the rules, where nothing is sealed blindly. */
  unseal(command: unknown): Promise<Answer> {
    const [sealing, game] = [this.asking?.blind, this.game?.game];
    if (!sealing || game === undefined) return this.command(command);
    return this.socket.unseal(game, sealing.question);
  }

  act(action: Action): Promise<Answer> {
    return this.socket.act(action);
  }

  say(text: string): Promise<Answer> {
    return this.socket.chat(text);
  }

  speak(): void {
    this.socket.speak(lang());
  }

  readChat(): void {
    this.unread = 0;
  }

  /** The answer of the engine to the last draft. */
  get advice(): DraftAdvice | null {
    return this.drafts.advice;
  }

  /** The player's draft, as the server has it. */
  get draft(): unknown {
    return this.drafts.draft;
  }

  /** Saves a draft: see {@link Drafts.write}. */
  writeDraft(key: string, draft: unknown): void {
    this.drafts.write(key, draft, this.blind);
  }

  /** Sends a query to the engine: see {@link Drafts.consult}. */
  consult(draft: unknown): Promise<Said> {
    return this.blind ? Promise.resolve({ advice: null, refusal: null }) : this.drafts.consult(draft);
  }

  /** Requests the possible answers to the open question: see {@link Drafts.answers}. */
  answers(): Promise<readonly unknown[] | null> {
    return this.drafts.answers();
  }

  /** Returns the draft for a question: see {@link Drafts.read}. */
  readDraft(key: string): unknown {
    return this.drafts.read(key);
  }

  /** Sends a draft that waits for the debounce. */
  flushDraft(): void {
    this.drafts.flush();
  }

  private since(): Since | undefined {
    this.compared = '';
    if (!this.game || !this.timeline) return undefined;
    const { game } = this.game;
    this.compared = game;
    return { game, entry: this.entry, seat: this.seat, head: this.keeper.newest(game) };
  }

  /** Handles a message. Messages are queued while the fold of a ruleset is loading. */
  private take(message: ServerMessage): void {
    if (this.loading) {
      this.inbox.push(message);
      return;
    }
    switch (message.t) {
      case 'welcome':
        this.skew = message.now - Date.now();
        this.away = false;
        this.you = message.you;
        this.room = message.room;
        this.chat = message.chat;
        this.mix(message.room);
        if (message.table) this.sit(message.table);
        else this.clear();
        break;
      case 'table':
        this.sit(message);
        break;
      case 'entries':
        this.addMoment(message);
        break;
      case 'clocks':
        this.ask(message.asking);
        break;
      case 'advice':
        this.drafts.advised(message);
        break;
      case 'options':
        this.drafts.listed(message);
        break;
      case 'you':
        this.you = message.you;
        break;
      case 'room':
        this.room = message.room;
        this.keeper.exercise = message.room.settings.exercise !== undefined;
        if (message.room.phase === 'lobby') this.clear();
        this.mix(message.room);
        break;
      case 'presence':
        if (this.room) {
          this.room = { ...this.room, phase: message.phase, seats: message.seats, watching: message.watching, watchers: message.watchers };
        }
        break;
      case 'chat':
        this.hear(message.line);
        break;
      case 'away':
        this.away = message.since !== null;
        break;
      case 'pong':
        this.skew = message.now - Date.now();
        break;
      case 'announcement':
        announced(message.words);
        break;
      case 'answer':
      case 'closing':
      case 'unreadable':
        break;
    }
  }

  /** Clears the old game while the dice of a new one are mixed, and sends the player's number. */
  private mix({ draw }: RoomState): void {
    if (!draw) return;
    if (this.game && this.game.game !== draw.game) this.clear();
    const answer = this.keeper.mix(draw, this.you?.seat ?? null);
    if (answer?.t === 'promise' || answer?.t === 'nonce') this.socket.mix(answer);
  }

  private hear(line: ChatLine): void {
    if (this.chat.some((other) => other.id === line.id)) return;
    // Lines of spectators during a game are sent once it is over, and are inserted by their time.
    const later = this.chat.findIndex((other) => other.at > line.at);
    const at = later < 0 ? this.chat.length : later;
    this.chat = [...this.chat.slice(0, at), line, ...this.chat.slice(at)].slice(-CHAT_KEPT);
    if (line.from !== this.you?.id) this.unread += 1;
  }

  private clear(): void {
    this.timeline?.stop();
    this.timeline = null;
    this.game = null;
    this.asking = null;
    this.outcome = null;
    this.drafts.forget();
    this.entry = -1;
    this.entries = [];
    forgetGame(this.id);
  }

  /** Takes a table, with a new view or without one where the missing entries follow. */
  private sit(table: Table): void {
    // A page without a stored game has sent no head in its `hello`. It reconnects with the head before it reports a contradiction.
    const asks = this.compared !== table.game && this.keeper.leavesOpen(table);
    this.compared = table.game;
    if (asks) this.socket.leave();
    else this.keeper.table(table);
    const { view, asking, draft, outcome, entry, lost, scores, ...head } = table;
    if (!asks && lost !== undefined) this.lost = true;
    this.seat = this.you?.seat ?? null;
    const same = this.game?.game === head.game;
    this.game = head;
    this.ask(asking);
    this.drafts.draft = draft ?? null;
    this.outcome = outcome;
    if (view === null || view === undefined) return this.tellShown();
    this.entry = entry;
    this.gapAt = -1;
    this.base = view;
    this.baseScores = scores ?? null;
    this.baseEntry = entry;
    this.entries = [];
    if (this.timeline && same) {
      this.timeline.reset(view as V, this.baseScores);
      this.timeline.play();
      this.tellShown();
      if (asks) this.socket.start();
    } else void this.lay(head.ruleset, view, this.baseScores).finally(() => asks && this.socket.start());
  }

  /** Reports the last entry once all is shown: the time of a question begins when all players have seen what led to it. */
  private tellShown(): void {
    if (this.seat === null || !this.game || this.outcome) return;
    if (this.timeline && !this.timeline.atEnd) return;
    this.socket.shown(this.game.game, this.entry);
  }

  /** Builds the timeline of a new table. The fold of its ruleset is loaded first; messages are queued meanwhile. */
  private async lay(ruleset: string, view: unknown, scores: Scoreboard | null): Promise<void> {
    this.loading = true;
    this.timeline?.stop();
    try {
      const fold = (await this.options.fold(ruleset)) as Fold<V, N>;
      this.timeline = new Timeline<V, N>(fold, view as V, this.options.timers, () => this.tellShown());
      if (scores) this.timeline.reset(view as V, scores);
      this.timeline.play();
    } finally {
      this.loading = false;
      const waiting = this.inbox;
      this.inbox = [];
      waiting.forEach((message) => this.take(message));
      this.tellShown();
    }
  }

  /** Adds the entries of one moment, and takes the question that is open after them. */
  private addMoment({ entries, still, asking, outcome }: Moment): void {
    if (!this.timeline) return;
    for (const entry of entries) {
      if (entry.n > this.entry + 1) return this.missed();
      if (entry.n === this.entry + 1) this.addEntry(this.timeline, entry);
    }
    if ((entries.at(-1)?.n ?? this.entry) < this.entry) return;
    this.ask(still ? this.asking && stillAsking(this.asking, still, this.seat) : (asking ?? null));
    this.tellShown();
    if (!outcome) return;
    this.outcome = outcome;
    this.keeper.finish();
  }

  /** Requests missing entries, once for each gap. */
  private missed(): void {
    if (this.gapAt === this.entry) return;
    this.gapAt = this.entry;
    this.socket.resync(this.entry);
  }

  private addEntry(timeline: Timeline<V, N>, entry: Entry): void {
    this.entry = entry.n;
    this.entries.push(entry);
    this.keeper.entry(entry);
    timeline.add(entry);
    if (typeof document !== 'undefined' && document.visibilityState === 'hidden') timeline.skip();
  }

  private ask(asking: Asking | null): void {
    const before = this.asking?.mine;
    const same = asking?.mine && JSON.stringify(asking.mine) === JSON.stringify(before);
    // Where only the clock has changed, the object of the question stays the same, so that a panel keeps a half-finished answer.
    this.asking = same ? { ...asking, mine: before } : asking;
    this.openSeal(asking);
    if (!same) {
      if (!asking?.mine) this.socket.dropDraft();
      this.drafts.forget();
    }
    if (!this.timeline) return;
    const clock = this.myClock;
    // `left` is the time at the moment the question was sent, which may be long ago. The deadline does not age.
    const left = clock?.deadline ? clock.deadline - this.now() : (clock?.left ?? 0);
    this.timeline.within = asking?.mine ? Math.max(1500, Math.min(8000, left / 4)) : null;
  }

  /** Sends the player's sheet once all seats have sealed. */
  private openSeal(asking: Asking | null): void {
    const [sealing, game] = [asking?.blind, this.game?.game];
    if (!sealing || game === undefined) return;
    this.sheets.forget(game, sealing.question);
    const due = this.sheets.due(game, sealing, this.you?.seat ?? null);
    if (due) this.socket.openSeal(due);
  }

  // The entries seen so far are kept across a reload, so that the log is complete and only missing entries are sent.

  private keepGame(): void {
    if (!this.game || !this.timeline) return;
    keepGame(this.id, { seat: this.seat, base: this.base, scores: this.baseScores, entry: this.baseEntry, head: this.game, entries: this.entries });
  }

  private async restore(kept: KeptGame): Promise<void> {
    this.seat = kept.seat;
    this.game = kept.head;
    this.base = kept.base;
    this.baseScores = kept.scores ?? null;
    this.baseEntry = kept.entry;
    await this.lay(kept.head.ruleset, kept.base, this.baseScores);
    this.entry = kept.entry;
    for (const entry of kept.entries) {
      if (entry.n !== this.entry + 1) break;
      this.entry = entry.n;
      this.entries.push(entry);
      this.timeline?.add(entry);
    }
    this.timeline?.skip();
  }
}
