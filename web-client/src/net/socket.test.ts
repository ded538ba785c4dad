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
  /** Time passes while nothing can run; then all that was due does, once. */
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
  /** How long it waits each time that it is hung up on with a code, so often in a row. */
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
  it('says hello first, with the invitation and what it has', () => {
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

  it('sends again, with the same id, what was not answered before the connection broke', async () => {
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

  it('waits longer each time, says until when, and starts over after a success', () => {
    const { socket, last, open, connections, timers, waits } = table();
    socket.start();
    expect(waits(1006, 3)).toEqual([250, 1000, 2000]);
    open();
    last().onclose?.({ code: 1012 });
    const connection = connections[connections.length - 1];
    expect(connection?.is === 'waiting' && connection.until - timers.time).toBe(250);
  });

  it('does not come back when sent away, and says why', () => {
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

  it('looks for the server that holds the room at once, and for long only with longer waits', () => {
    const { socket, waits } = table();
    socket.start();
    expect(waits(4007, 13)).toEqual([...Array<number>(11).fill(250), 1000, 2000]);
  });

  it('stays away when this browser is signed out or said too much, even if only the code arrives', () => {
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

  it('notices silence', () => {
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

  it('takes no page that was held up for a broken connection', () => {
    const { socket, last, open, timers, wires } = table();
    socket.start();
    open();
    // A minute in which nothing ran here: the beat comes late, and before what the server has said meanwhile.
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

  it('says hello once more when a slow page has said it too late', () => {
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

  it('hurries when the network is back and stops when told', () => {
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

  it('reads packed messages, with the entries that came before over the same connection', () => {
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
    // What a new connection has not carried yet unpacks nothing there: it is asked for again.
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

  it('tells whether the server has ever welcomed this page, and what it said before it hung up', () => {
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

    it.each(frames)('%j is told once without its content, and what it said is asked for again', (frame) => {
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

    it('leaves a server that is never understood, and forgives one that is for a while', () => {
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

    it('is not one of a kind that this page does not know', () => {
      const { socket, last, open, wires, heard } = table();
      socket.start();
      open();
      last().onmessage?.({ data: '{"t":"news_of_tomorrow"}' });
      expect(wires).toHaveLength(1);
      expect(heard.at(-1)).toEqual({ t: 'news_of_tomorrow' });
      expect(complaints).not.toHaveBeenCalled();
    });
  });

  it('sends again what could not be saved, and as soon as it can be', async () => {
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
