import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Timers, Wire } from '../net/socket';
import type { ClientMessage, Entry, RoomState, ServerMessage, Table, You } from '../protocol';
import { RoomStore } from './room.svelte';
import type { Fold } from './timeline.svelte';
import { Memory } from './testdata/memory';

class Server implements Wire {
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  send = (text: string) => void this.sent.push(JSON.parse(text) as ClientMessage);
  close = () => undefined;
  say(message: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  last<T extends ClientMessage['t']>(t: T): Extract<ClientMessage, { t: T }> | undefined {
    return this.sent.findLast((message): message is Extract<ClientMessage, { t: T }> => message.t === t);
  }
}

const fold: Fold<unknown, unknown> = {
  read: (raw) => raw,
  fold: (view, notice) => [...(view as string[]), notice as string],
  split: (notice) => [notice],
  beat: () => 100,
  turn: () => 1,
};

const you: You = { id: 'me', name: 'Ginette', seat: 0, host: true, band: null, invite: 'inv' };
const state: RoomState = {
  id: 'abc',
  host: 'me',
  phase: 'playing',
  seats: [],
  watching: [],
  watchers: 0,
  game: 'g1',
  past: [],
  settings: { name: 'R', ruleset: 'toy', scenario: 's', seats: 2, size: 1, clocks: { kind: 'rules' }, spectators: true, spectator_delay: 0, listed: false },
};
const table = (entry: number, view: unknown): Table => ({
  game: 'g1',
  ruleset: 'toy',
  version: 1,
  commitment: '',
  draw: null,
  entry,
  head: null,
  turn: 1,
  view,
  asking: null,
  draft: null,
  outcome: null,
});
const entry = (n: number, ...notices: string[]): Entry => ({ n, at: n, turn: 1, notices });
const moment = (...entries: Entry[]): Extract<ServerMessage, { t: 'entries' }> => ({ t: 'entries', entries });
const welcome = (game: Table | null): ServerMessage => ({ t: 'welcome', protocol: 2, now: Date.now(), you, room: state, table: game, chat: [] });
const ask = (mine: unknown) => ({ seats: [0], ask: {}, mine, default: null, clocks: [] });

let jobs: (() => void)[] = [];
const timers: Timers = {
  now: () => 0,
  jitter: () => 0.5,
  set: (run) => {
    jobs.push(run);
    return run;
  },
  clear: (job) => {
    jobs = jobs.filter((other) => other !== job);
  },
};
const passTime = () => jobs.splice(0).forEach((job) => job());

async function enter() {
  const server = new Server();
  const store = new RoomStore<string[], string>({ room: 'abc', fold: () => Promise.resolve(fold), dial: () => server, timers });
  const leave = store.open();
  await vi.waitFor(() => expect(server.onopen).not.toBeNull());
  server.onopen?.();
  return { store, server, leave };
}

const settle = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))));

beforeEach(() => {
  jobs = [];
  vi.stubGlobal('localStorage', new Memory());
  vi.stubGlobal('sessionStorage', new Memory());
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined, visibilityState: 'visible' });
});

describe('RoomStore', () => {
  it('shows the table, and queues messages while the ruleset is fetched', async () => {
    const { store, server } = await enter();
    server.say(welcome(table(3, ['a'])));
    server.say(moment(entry(4, 'b')));
    server.say(moment(entry(5)));
    await settle();
    expect(store.timeline?.latest).toEqual(['a', 'b']);
    expect(server.last('hello')?.since).toBeUndefined();
  });

  it('requests missing entries once, and takes no entry twice', async () => {
    const { store, server } = await enter();
    server.say(welcome(table(3, [])));
    await settle();
    server.say(moment(entry(5, 'c')));
    server.say(moment(entry(6, 'd')));
    expect(server.sent.filter((message) => message.t === 'resync')).toEqual([{ t: 'resync', entry: 3 }]);
    for (const [n, notice] of [
      [4, 'b'],
      [5, 'c'],
      [6, 'd'],
      [5, 'c'],
    ] as const)
      server.say(moment(entry(n, notice)));
    expect(store.timeline?.latest).toEqual(['b', 'c', 'd']);
  });

  it('takes a new view when too many entries are missing', async () => {
    const { store, server } = await enter();
    server.say(welcome(table(3, [])));
    await settle();
    server.say(moment(entry(4, 'b')));
    server.say({ t: 'table', ...table(90, ['x', 'y']) });
    server.say(moment(entry(91, 'z')));
    expect(store.timeline?.latest).toEqual(['x', 'y', 'z']);
  });

  it('restores the game after a reload, and requests only later entries', async () => {
    const first = await enter();
    first.server.say(welcome(table(3, ['a'])));
    await settle();
    first.server.say(moment(entry(4, 'b')));
    first.leave();
    const { store, server } = await enter();
    expect(server.last('hello')?.since).toEqual({ game: 'g1', entry: 4, seat: 0 });
    expect(store.timeline?.shown).toEqual(['a', 'b']);
    server.say(welcome(table(4, null)));
    server.say(moment(entry(5, 'c')));
    expect(store.timeline?.latest).toEqual(['a', 'b', 'c']);
    expect(store.timeline?.steps.map((step) => step.notice)).toEqual(['b', 'c']);
  });

  it('sends its newest head, and does not report a branch that the server lost as foul play', async () => {
    const { store, server } = await enter();
    const chained = { draw: [], head: 'h3' };
    server.say(welcome({ ...table(3, ['a']), ...chained }));
    await settle();
    server.say(moment({ ...entry(4, 'b'), head: 'h4' }));
    server.onclose?.({ code: 1006 });
    passTime();
    server.onopen?.();
    expect(server.last('hello')?.since).toEqual({ game: 'g1', entry: 4, seat: 0, head: { entry: 4, head: 'h4' } });
    server.say(welcome({ ...table(4, ['c']), draw: [], head: 'other', lost: 4 }));
    await settle();
    expect(store.keeper.verdict.is).toBe('watching');
    expect(store.keeper.lost).toEqual([{ first: null, last: 4 }]);
    expect(store.lost).toBe(true);
    store.readLoss();
    expect(store.lost).toBe(false);
    expect(store.timeline?.latest).toEqual(['c']);
    server.say(moment({ ...entry(5, 'd'), head: 'h5' }));
    expect(store.timeline?.latest).toEqual(['c', 'd']);
    expect(store.keeper.verdict.is).toBe('watching');
  });

  it('sends its newest head from a reopened page before it reports a contradiction', async () => {
    const first = await enter();
    first.server.say(welcome({ ...table(3, ['a']), draw: [], head: 'h3' }));
    await settle();
    first.server.say(moment({ ...entry(4, 'b'), head: 'h4' }));
    first.leave();
    vi.stubGlobal('sessionStorage', new Memory());
    const { store, server } = await enter();
    expect(server.last('hello')?.since).toBeUndefined();
    server.say(welcome({ ...table(4, ['c']), draw: [], head: 'other' }));
    await settle();
    server.onopen?.();
    const asked = server.last('hello')?.since;
    expect(asked).toEqual({ game: 'g1', entry: 4, seat: 0, head: { entry: 4, head: 'h4' } });
    expect(store.keeper.verdict.is).toBe('older');
    server.say(welcome({ ...table(4, ['c']), draw: [], head: 'other', lost: 4 }));
    expect(store.keeper.lost).toEqual([{ first: null, last: 4 }]);
    expect(store.keeper.verdict.is).toBe('watching');
  });

  it('reports a contradiction when the server does not report a loss', async () => {
    const first = await enter();
    first.server.say(welcome({ ...table(3, ['a']), draw: [], head: 'h3' }));
    await settle();
    first.leave();
    vi.stubGlobal('sessionStorage', new Memory());
    const { store, server } = await enter();
    const other = welcome({ ...table(3, ['c']), draw: [], head: 'other' });
    server.say(other);
    await settle();
    server.onopen?.();
    server.say(other);
    await settle();
    expect(server.sent.filter(({ t }) => t === 'hello')).toHaveLength(2);
    expect(store.keeper.verdict).toMatchObject({ is: 'wrong', entry: 3 });
  });

  it('saves a draft in the browser at once and on the server later, and returns the last one', async () => {
    const { store, server, leave } = await enter();
    server.say(welcome({ ...table(3, []), asking: ask({ turn: 1 }) }));
    await settle();
    store.writeDraft('plan-1', 'M');
    store.writeDraft('plan-1', 'M3');
    expect(server.last('draft')).toBeUndefined();
    expect(store.readDraft('plan-1')).toBe('M3');
    passTime();
    expect(server.sent.filter((message) => message.t === 'draft')).toHaveLength(1);
    expect(server.last('draft')?.draft).toBe('M3');
    server.say({ t: 'advice', seq: server.last('draft')?.seq ?? 0, saved: true, advice: { ok: true }, refusal: null });
    expect(store.advice).toEqual({ saved: true, advice: { ok: true }, refusal: null });
    store.writeDraft('plan-1', 'M3G');
    expect(store.advice?.saved).toBe(false);
    leave();

    const back = await enter();
    back.server.say(welcome({ ...table(3, []), asking: ask({ turn: 1 }), draft: 'M3' }));
    await settle();
    expect(back.store.readDraft('plan-1')).toBe('M3G');
    expect(back.store.readDraft('plan-2')).toBe('M3');
  });

  it('never takes the draft of one question for another', async () => {
    const { store, server } = await enter();
    server.say(welcome({ ...table(3, []), asking: ask({ turn: 1 }) }));
    await settle();
    store.writeDraft('plan-1', 'M3');
    passTime();
    server.say({ t: 'advice', seq: server.last('draft')?.seq ?? 0, saved: true, advice: null, refusal: null });
    server.say({ ...moment(entry(4)), asking: ask(null) });
    expect(store.readDraft('plan-1'), 'a sheet that is taken back is as it was').toBe('M3');
    server.say({ ...moment(entry(5)), asking: ask({ turn: 2 }) });
    expect(store.readDraft('plan-2')).toBeNull();
  });

  it('keeps the object of a question while only its clock changes', async () => {
    const { store, server } = await enter();
    const clock = (left: number) => ({ seats: [0], pace: 'quick' as const, deadline: 9000, left, total: 9000 });
    const asked = (left: number, turn = 1) => ({ seats: [0], ask: { turn }, mine: { turn }, default: null, clocks: [clock(left)] });
    server.say(welcome({ ...table(3, []), asking: asked(5) }));
    await settle();
    const { question } = store;
    server.say({ t: 'clocks', asking: asked(9) });
    expect(store.question).toBe(question);
    expect(store.asking?.clocks).toEqual([clock(9)]);
    server.say({ ...moment(entry(4)), asking: asked(9, 2) });
    expect(store.question).toEqual({ turn: 2 });
  });

  it('keeps a question that is still open without receiving it again', async () => {
    const { store, server } = await enter();
    const clock = (...seats: number[]) => ({ seats, pace: 'quick' as const, deadline: 9000, left: 5, total: 9000 });
    const asked = { seats: [0, 1], ask: { turn: 1 }, mine: { turn: 1, forms: [] }, default: { rest: true }, clocks: [clock(0, 1)] };
    server.say(welcome({ ...table(3, []), asking: asked }));
    await settle();
    server.say({ t: 'entries', entries: [entry(4, 'a')], still: { seats: [0] } });
    expect(store.asking).toEqual({ ...asked, seats: [0], clocks: [clock(0)] });
    server.say({ t: 'entries', entries: [entry(5, 'b'), entry(6, 'c')], still: { seats: [1] } });
    expect(store.timeline?.latest).toEqual(['a', 'b', 'c']);
    expect(store.asking).toEqual({ ...asked, seats: [1], mine: null, default: null, clocks: [] });
    const outcome = { winners: [0], scores: [1, 0], reason: 'turns' };
    server.say({ t: 'entries', entries: [entry(7)], outcome });
    expect([store.asking, store.outcome]).toEqual([null, outcome]);
  });

  it('forgets the game when the room goes back to the lobby', async () => {
    const { store, server, leave } = await enter();
    server.say(welcome(table(3, ['a'])));
    await settle();
    server.say({ t: 'room', room: { ...state, phase: 'lobby' } });
    expect([store.timeline, store.game, store.asking]).toEqual([null, null, null]);
    leave();
    const { server: again } = await enter();
    expect(again.last('hello')?.since).toBeUndefined();
  });

  it('counts the unread lines of chat by others', async () => {
    const { store, server } = await enter();
    server.say(welcome(null));
    const line = (id: string, from: string) => ({ id, at: 0, channel: 'room' as const, from, name: from, seat: null, text: 'hé' });
    server.say({ t: 'chat', line: line('1', 'other') });
    server.say({ t: 'chat', line: line('1', 'other') });
    server.say({ t: 'chat', line: line('2', 'me') });
    expect([store.chat.length, store.unread]).toEqual([2, 1]);
    store.readChat();
    expect(store.unread).toBe(0);
  });

  it('inserts a late line of chat by its time', async () => {
    const { store, server } = await enter();
    server.say(welcome(null));
    const line = (id: string, at: number) => ({ id, at, channel: 'floor' as const, from: id, name: id, seat: null, text: 'hé' });
    for (const [id, at] of [
      ['1', 10],
      ['3', 30],
      ['2', 20],
      ['4', 30],
      ['0', 5],
    ] as const)
      server.say({ t: 'chat', line: line(id, at) });
    expect(store.chat.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
  });

  describe('where seals are blind', () => {
    const blind = (change: object = {}) => ({ question: 3, open: false, seals: [], opened: [], ...change });
    const asking = (mine: unknown, change: object = {}) => ({ ...ask(mine), blind: blind(change) });
    const secret = { do: 'programme', sheets: ['poulpe'] };

    async function sealed() {
      const entered = await enter();
      entered.server.say(welcome({ ...table(3, []), asking: asking({ ask: 'plan' }) }));
      await settle();
      return entered;
    }
    const whispered = (server: Server) => JSON.stringify(server.sent).includes('poulpe');

    it('neither drafts, queries nor sheets leave the device before all seats have sealed', async () => {
      const { store, server } = await sealed();
      store.writeDraft('plan.1', secret);
      passTime();
      store.flushDraft();
      expect(store.readDraft('plan.1')).toEqual(secret);
      expect(await store.consult(secret)).toEqual({ advice: null, refusal: null });
      void store.seal(secret);
      const said = server.last('seal');
      expect(said).toMatchObject({ game: 'g1', question: 3 });
      server.say({ ...moment(entry(4)), asking: asking(null, { seals: [{ seat: 0, entry: 4, digest: said?.digest }] }) });
      expect(store.ownSheet).toEqual({ is: 'here', sheet: secret });
      expect(whispered(server)).toBe(false);
      void store.unseal(null);
      expect(server.last('unseal')).toMatchObject({ game: 'g1', question: 3 });
      expect(whispered(server)).toBe(false);
    });

    it('a sheet is opened automatically, also after a reload between seal and reveal', async () => {
      const first = await sealed();
      void first.store.seal(secret);
      const digest = first.server.last('seal')?.digest;
      first.leave();
      const { server } = await enter();
      const seals = [
        { seat: 0, entry: 4, digest },
        { seat: 1, entry: 5, digest: 'ab'.repeat(32) },
      ];
      server.say(welcome({ ...table(5, []), asking: asking(null, { seals, open: true }) }));
      await settle();
      expect(server.last('open')).toMatchObject({ game: 'g1', question: 3, sheet: secret });
      const times = () => server.sent.filter(({ t }) => t === 'open').length;
      server.say({ t: 'clocks', asking: asking(null, { seals, open: true, opened: [0] }) });
      expect(times(), 'it is there').toBe(1);
    });

    it('a sheet that was sealed on another device is recognised', async () => {
      const { store, server } = await sealed();
      const seals = [{ seat: 0, entry: 4, digest: 'cd'.repeat(32) }];
      server.say({ ...moment(entry(4)), asking: asking(null, { seals, open: true }) });
      expect(store.ownSheet).toEqual({ is: 'elsewhere' });
      expect(server.last('open')).toBeUndefined();
    });

    it('an answer to a question without blind seals is sent as a command', async () => {
      const { store, server } = await enter();
      server.say(welcome({ ...table(3, []), asking: ask({ ask: 'decide' }) }));
      await settle();
      void store.seal(secret);
      expect(server.last('command')).toMatchObject({ command: secret });
    });

    it('the timeline reports a sheet that was sealed and not played', async () => {
      const { store, server } = await sealed();
      const author = { kind: 'clock', seat: 1, why: 'default' } as const;
      const steps = [
        { step: 'sealed', question: 3, digest: 'ab'.repeat(32) },
        { step: 'unopened', seal: 4, wrong: false },
      ] as const;
      server.say(moment({ ...entry(4, 'b'), author, blind: steps[0] }));
      server.say(moment({ ...entry(5), author, blind: steps[1] }));
      store.timeline?.skip();
      expect(store.timeline?.asides).toEqual([{ step: 1, entry: 5, author, what: { is: 'blind', blind: steps[1] } }]);
    });
  });
});

describe('a time that was over', () => {
  it('is in the timeline where it happened, with the question and whether the answer is sealed', async () => {
    const { store, server } = await enter();
    server.say(welcome(table(3, ['a'])));
    await settle();
    const clock = (why: 'draft' | 'default' | 'bot') => ({ kind: 'clock', seat: 1, why }) as const;
    server.say(moment({ ...entry(4, 'b'), author: clock('default'), lapsed: { act: { who: 0 } } }));
    server.say(moment({ ...entry(5), author: clock('draft'), lapsed: 'plan', seal: 'ab'.repeat(32) }));
    server.say(moment({ ...entry(6), author: clock('bot') }));
    store.timeline?.skip();
    expect(store.timeline?.asides).toEqual([
      { step: 0, entry: 4, author: clock('default'), what: { is: 'lapse', lapse: { ask: { act: { who: 0 } }, view: ['a'], saved: false, sealed: false } } },
      { step: 1, entry: 5, author: clock('draft'), what: { is: 'lapse', lapse: { ask: 'plan', view: ['a', 'b'], saved: true, sealed: true } } },
    ]);
  });
});

describe('what has been shown', () => {
  it('is reported once nothing is left to show, and not before', async () => {
    const { server } = await enter();
    server.say(welcome(table(3, ['a'])));
    await vi.waitFor(() => expect(server.last('shown')).toEqual({ t: 'shown', game: 'g1', entry: 3 }));
    server.say(moment(entry(4, 'b', 'c')));
    await settle();
    passTime();
    expect(server.last('shown')?.entry, 'the first of two notices').toBe(3);
    passTime();
    expect(server.last('shown')?.entry).toBe(4);
    server.say(moment(entry(5)));
    expect(server.last('shown')?.entry, 'an entry with nothing to see').toBe(5);
  });

  it('is not reported by a spectator', async () => {
    const { server } = await enter();
    server.say({ ...(welcome(table(3, ['a'])) as Extract<ServerMessage, { t: 'welcome' }>), you: { ...you, seat: null } });
    await settle();
    server.say(moment(entry(4)));
    await settle();
    expect(server.last('shown')).toBeUndefined();
  });
});
