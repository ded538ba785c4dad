import { deflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, ClientMessage, ServerMessage } from '../protocol';
import { RoomSocket, type Connection, type Timers, type Wire } from './socket';

class FakeWire implements Wire {
  sent: ClientMessage[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close() {
    this.closed = true;
  }
  say(message: Partial<ServerMessage> & { t: ServerMessage['t'] }) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

class FakeTimers implements Timers {
  time = 0;
  private jobs: { at: number; run: () => void; id: number }[] = [];
  private next = 1;
  now = () => this.time;
  jitter = () => 0.5;
  set = (run: () => void, ms: number) => {
    const id = this.next++;
    this.jobs.push({ at: this.time + ms, run, id });
    return id;
  };
  clear = (timer: unknown) => {
    this.jobs = this.jobs.filter((job) => job.id !== timer);
  };
  /** Advances the time while nothing can run; then every job that was due runs, once. */
  stall(ms: number) {
    this.time += ms;
    const due = this.jobs.filter((job) => job.at <= this.time);
    this.jobs = this.jobs.filter((job) => job.at > this.time);
    due.forEach((job) => job.run());
  }
  pass(ms: number) {
    const end = this.time + ms;
    for (;;) {
      const due = this.jobs.filter((job) => job.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.jobs = this.jobs.filter((job) => job !== due);
      this.time = due.at;
      due.run();
    }
    this.time = end;
  }
}

function table() {
  const wires: FakeWire[] = [];
  const connections: Connection[] = [];
  const heard: ServerMessage[] = [];
  const timers = new FakeTimers();
  let since: { game: string; entry: number; seat: number | null } | undefined;
  const socket = new RoomSocket({
    dial: () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    room: 'abc',
    invite: () => 'secret',
    since: () => since,
    lang: () => 'fr',
    onMessage: (message) => heard.push(message),
    onConnection: (connection) => connections.push(connection),
    timers,
  });
  const last = () => wires[wires.length - 1] as FakeWire;
  const open = () => {
    last().onopen?.();
    last().say({ t: 'welcome' } as ServerMessage);
  };
  /** Returns the waits of the socket after it is closed with a code, a number of times in a row. */
  const waits = (code: number, times: number) =>
    Array.from({ length: times }, () => {
      last().onclose?.({ code });
      const connection = connections[connections.length - 1];
      if (connection?.is !== 'waiting') throw new Error('it should wait');
      const wait = connection.until - timers.time;
      timers.pass(wait);
      return wait;
    });
  return { socket, wires, connections, heard, timers, last, open, waits, have: (entry: number) => (since = { game: 'g', entry, seat: 0 }) };
}

const applied: Answer = { result: 'applied', entry: 7 };

describe('RoomSocket', () => {
  it('sends hello first, with the invitation and the last entry it has', () => {
    const { socket, last, open, have } = table();
    have(12);
    socket.start();
    void socket.act({ do: 'stand' });
    last().onopen?.();
    expect(last().sent).toEqual([
      { t: 'hello', protocol: 2, room: 'abc', invite: 'secret', since: { game: 'g', entry: 12, seat: 0 }, lang: 'fr', packed: true },
    ]);
    open();
    expect(last().sent.some((message) => message.t === 'act')).toBe(true);
  });

  it('sends messages without an answer again after a lost connection, with the same id', async () => {
    const { socket, last, open, timers, wires } = table();
    socket.start();
    open();
    const done = socket.command({ kind: 'confirm' });
    const first = last().sent.find((message) => message.t === 'command');
    last().onclose?.({ code: 1006 });
    timers.pass(1000);
    expect(wires).toHaveLength(2);
    open();
    const again = last().sent.find((message) => message.t === 'command');
    expect(again).toEqual(first);
    last().say({ t: 'answer', id: (first as { id: string }).id, answer: { result: 'duplicate', first: applied } });
    expect(await done).toEqual(applied);
    last().onclose?.({ code: 1006 });
    timers.pass(1000);
    open();
    expect(last().sent.some((message) => message.t === 'command')).toBe(false);
  });

  it('waits longer after each attempt, reports until when, and starts over after a success', () => {
    const { socket, last, open, connections, timers, waits } = table();
    socket.start();
    expect(waits(1006, 3)).toEqual([250, 1000, 2000]);
    open();
    last().onclose?.({ code: 1012 });
    const connection = connections[connections.length - 1];
    expect(connection?.is === 'waiting' && connection.until - timers.time).toBe(250);
  });

  it('does not reconnect after the server has removed it, and reports why', () => {
    const { socket, last, open, connections, timers, wires } = table();
    socket.start();
    open();
    last().say({ t: 'closing', code: 'kicked', words: 'Dehors.' });
    last().onclose?.({ code: 4011 });
    timers.pass(60_000);
    expect(wires).toHaveLength(1);
    expect(connections[connections.length - 1]).toEqual({ is: 'closed', why: 'kicked', words: 'Dehors.' });
  });

  it('waits as long as a crowded server asks for', () => {
    const { socket, last, open, connections, timers } = table();
    socket.start();
    open();
    last().say({ t: 'closing', code: 'crowded', words: 'Il y a foule.', wait: 10 });
    last().onclose?.({ code: 4006 });
    const connection = connections[connections.length - 1];
    expect(connection?.is === 'waiting' && connection.until - timers.time).toBe(10_250);
    timers.pass(10_250);
    last().onclose?.({ code: 1006 });
    const next = connections[connections.length - 1];
    expect(next?.is === 'waiting' && next.until - timers.time).toBe(1000);
  });

  it('retries quickly while another server holds the room, and waits longer after eleven attempts', () => {
    const { socket, waits } = table();
    socket.start();
    expect(waits(4007, 13)).toEqual([...Array<number>(11).fill(250), 1000, 2000]);
  });

  it('does not reconnect when it is signed out or has sent too much, even if only the code arrives', () => {
    for (const [code, why] of [
      [4012, 'revoked'],
      [4024, 'too_large'],
    ] as const) {
      const { socket, last, open, connections, timers, wires } = table();
      socket.start();
      open();
      last().onclose?.({ code });
      timers.pass(60_000);
      expect(wires).toHaveLength(1);
      expect(connections[connections.length - 1]).toEqual({ is: 'closed', why, words: '' });
    }
  });

  it('closes a connection on which nothing arrives', () => {
    const { socket, last, open, timers, wires } = table();
    socket.start();
    open();
    timers.pass(20_000);
    expect(last().sent.filter((message) => message.t === 'ping').length).toBeGreaterThan(0);
    expect(wires).toHaveLength(1);
    last().say({ t: 'pong', n: 1, now: 0 });
    timers.pass(20_000);
    expect(wires).toHaveLength(1);
    timers.pass(20_000);
    expect(wires.length).toBeGreaterThan(1);
    expect(wires[0]?.closed).toBe(true);
  });

  it('does not take a suspended page for a lost connection', () => {
    const { socket, last, open, timers, wires } = table();
    socket.start();
    open();
    // Nothing runs for a minute: the beat is late, and runs before the messages that arrived meanwhile.
    for (let n = 0; n < 5; n += 1) {
      timers.stall(60_000);
      expect(wires).toHaveLength(1);
      last().say({ t: 'pong', n, now: 0 });
    }
    timers.stall(60_000);
    timers.pass(9000);
    expect(wires).toHaveLength(1);
    timers.pass(2000);
    expect(wires[0]?.closed).toBe(true);
  });

  it('sends hello a second time when a slow page has sent it too late', () => {
    const { socket, last, connections, wires } = table();
    socket.start();
    last().onclose?.({ code: 4020 });
    expect(wires).toHaveLength(2);
    expect(connections.map((one) => one.is)).toEqual(['connecting', 'connecting']);
    last().onopen?.();
    expect(last().sent[0]?.t).toBe('hello');
    last().onclose?.({ code: 4020 });
    expect(wires).toHaveLength(2);
    expect(connections.at(-1)).toEqual({ is: 'closed', why: 'hello', words: '' });
  });

  it('sends the last draft again until it is saved', () => {
    const { socket, last, open, timers } = table();
    socket.start();
    open();
    socket.saveDraft('a');
    const seq = socket.saveDraft('ab');
    last().onclose?.({ code: 1006 });
    timers.pass(500);
    open();
    expect(last().sent.filter((message) => message.t === 'draft')).toEqual([{ t: 'draft', seq, draft: 'ab' }]);
    last().say({ t: 'advice', seq, saved: true, advice: null, refusal: null });
    last().onclose?.({ code: 1006 });
    timers.pass(500);
    open();
    expect(last().sent.some((message) => message.t === 'draft')).toBe(false);
  });

  it('reconnects at once when the network is back, and stops for good', () => {
    const { socket, last, open, wires, timers } = table();
    socket.start();
    open();
    socket.lost();
    expect(wires).toHaveLength(1);
    socket.hurry();
    expect(wires).toHaveLength(2);
    open();
    socket.stop();
    timers.pass(120_000);
    expect(wires).toHaveLength(2);
    expect(last().closed).toBe(true);
  });

  it('reads packed messages, with the entries received before on the same connection', () => {
    const { socket, last, open, heard, timers, wires } = table();
    socket.start();
    open();
    const say = (message: unknown, before: unknown[]) => {
      const bytes = (one: unknown) => new TextEncoder().encode(JSON.stringify(one));
      const dictionary = Buffer.concat(before.map(bytes));
      const packed = deflateRawSync(bytes(message), before.length > 0 ? { dictionary } : {});
      last().onmessage?.({ data: new Uint8Array([before.length, ...packed]).buffer });
    };
    const entry = (n: number) => ({ t: 'entries', entries: [{ n, notices: [{ said: 'Ça chauffe chez Lulu, vraiment' }] }] });
    say(entry(1), []);
    last().onmessage?.({ data: JSON.stringify(entry(2)) });
    say(entry(3), [entry(1), entry(2)]);
    for (let n = 4; n < 12; n += 1) say(entry(n), [entry(n - 1)]);
    say(entry(12), [4, 5, 6, 7, 8, 9, 10, 11].map(entry));
    expect(heard.slice(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(entry));
    expect(wires).toHaveLength(1);
    // Entries of an old connection are no dictionary on a new one: the message is unreadable and is requested again.
    last().onclose?.({ code: 1006 });
    timers.pass(1000);
    open();
    say(entry(13), [entry(12)]);
    timers.pass(1000);
    expect(wires).toHaveLength(3);
    open();
    last().onmessage?.({ data: new Uint8Array([0, 0xff, 0xff]).buffer });
    timers.pass(1000);
    expect(wires).toHaveLength(4);
    expect(heard.filter((message) => message.t === 'entries')).toHaveLength(12);
  });

  it('reports whether the server has ever welcomed this page, and its words before it closed', () => {
    const { socket, last, open, connections, timers } = table();
    socket.start();
    expect(connections.at(-1)).toEqual({ is: 'connecting', attempt: 0, reached: false });
    last().onclose?.({ code: 1006 });
    expect(connections.at(-1)).toMatchObject({ is: 'waiting', reached: false, words: '' });
    timers.pass(1000);
    last().onopen?.();
    last().say({ t: 'closing', code: 'busy', words: 'Tout est pris.' });
    last().onclose?.({ code: 4005 });
    expect(connections.at(-1)).toMatchObject({ is: 'waiting', reached: false, words: 'Tout est pris.' });
    timers.pass(2000);
    open();
    last().onclose?.({ code: 1006 });
    expect(connections.at(-1)).toMatchObject({ is: 'waiting', reached: true, words: '' });
  });

  describe('a frame that cannot be read', () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    beforeEach(() => void complaints.mockClear());
    const frames = [
      '{"t":"chat","secret',
      'secret',
      '',
      'null',
      '42',
      '"secret"',
      '[]',
      '{"secret":1}',
      '{"t":7}',
      new Uint8Array([0, 0xff, 0xff]).buffer,
      new Uint8Array([]).buffer,
      new Uint8Array([9, 1]).buffer,
    ];

    it.each(frames)('%j is reported once without its content, and its message is requested again', (frame) => {
      const { socket, last, open, heard, timers, wires, have } = table();
      socket.start();
      open();
      have(12);
      const before = heard.length;
      last().onmessage?.({ data: frame });
      expect(wires[0]?.closed).toBe(true);
      expect(heard).toHaveLength(before);
      timers.pass(1000);
      open();
      expect(last().sent[0]).toMatchObject({ t: 'hello', since: { entry: 12 } });
      last().onmessage?.({ data: frame });
      timers.pass(1000);
      expect(wires).toHaveLength(3);
      expect(complaints).toHaveBeenCalledTimes(1);
      expect(String(complaints.mock.calls[0])).not.toContain('secret');
    });

    it('ends the connection for good after three in a row, but not with a beat in between', () => {
      const { socket, last, open, connections, timers, wires } = table();
      socket.start();
      for (let n = 0; n < 20; n += 1) {
        open();
        last().onmessage?.({ data: '{' });
        timers.pass(20_000);
      }
      expect(wires).toHaveLength(3);
      expect(connections.at(-1)).toEqual({ is: 'closed', why: 'hello', words: '' });

      const patient = table();
      patient.socket.start();
      for (let n = 0; n < 20; n += 1) {
        patient.open();
        patient.timers.pass(10_000);
        patient.last().onmessage?.({ data: '{' });
        patient.timers.pass(1000);
      }
      expect(patient.wires).toHaveLength(21);
    });

    it('is not a message of an unknown kind', () => {
      const { socket, last, open, wires, heard } = table();
      socket.start();
      open();
      last().onmessage?.({ data: '{"t":"news_of_tomorrow"}' });
      expect(wires).toHaveLength(1);
      expect(heard.at(-1)).toEqual({ t: 'news_of_tomorrow' });
      expect(complaints).not.toHaveBeenCalled();
    });
  });

  it('sends a message again that could not be saved, at once when the server can save again', async () => {
    const { socket, timers, last, open } = table();
    socket.start();
    open();
    const answer = socket.command({ go: 1 });
    const commands = () => last().sent.filter((message) => message.t === 'command');
    const id = (commands()[0] as { id: string }).id;
    const unsaved: Answer = { result: 'refused', refusal: { code: 'server.store', rule: null, words: '' } };
    last().say({ t: 'answer', id, answer: unsaved });
    expect(commands()).toHaveLength(1);
    timers.pass(2000);
    expect(commands()).toHaveLength(2);
    last().say({ t: 'answer', id, answer: unsaved });
    last().say({ t: 'away', since: null });
    expect(commands()).toHaveLength(3);
    expect(commands().map((message) => (message as { id: string }).id)).toEqual([id, id, id]);
    last().say({ t: 'answer', id, answer: applied });
    expect(await answer).toEqual(applied);
    timers.pass(5000);
    expect(commands()).toHaveLength(3);
  });
});
