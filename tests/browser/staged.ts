import { type Browser, expect, type Page } from '@playwright/test';
import { type Kind, type Person, person } from './people';

/** The fields of a question that the setup of a table needs. */
interface Open {
  ask: string;
  id: number;
  seat?: number;
  options?: unknown[];
  default?: number;
}

/** The fields of a message of the server that are read. */
interface Said {
  t: string;
  id: string;
  answer: { result: string };
  room?: { draw?: { game: string; promises: (string | null)[]; open: boolean } | null };
  asking?: { ask: Open } | null;
  still?: number;
}

/** The state of the bare socket of a page. */
interface Line {
  socket: WebSocket;
  seat: number;
  asking: { ask: Open } | null;
  answers: Map<string, (answer: { result: string }) => void>;
}

/** A player on a bare socket, until a page of the client is opened: boards are set up at once, without the interface. */
export class Seated {
  readonly who: Person;

  constructor(who: Person) {
    this.who = who;
  }

  get page(): Page {
    return this.who.page;
  }

  /** Logs in through a page of the server that opens no socket itself. */
  async enter(): Promise<void> {
    await this.page.goto('/healthz');
    await this.post('/api/me', { name: this.who.name });
  }

  async post(path: string, body: unknown): Promise<{ id: string; invite: string }> {
    return this.page.evaluate(
      async ({ path, body }) => {
        const said = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
        if (!said.ok) throw new Error(await said.text());
        return (await said.json()) as { id: string; invite: string };
      },
      { path, body },
    );
  }

  async join(room: string, invite: string): Promise<void> {
    await this.page.evaluate(
      ({ room, invite }) =>
        new Promise<void>((joined, failed) => {
          const line: Line = { socket: new WebSocket(`ws://${location.host}/ws`), seat: -1, asking: null, answers: new Map() };
          (window as unknown as { line: Line }).line = line;
          const hex = (bytes: Iterable<number>) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
          // The number of this seat for the dice, sent as a page sends it: see protocol/PROTOCOL.md.
          const mix = async ({ game, promises, open }: { game: string; promises: (string | null)[]; open: boolean }) => {
            const nonce = new Uint8Array(32).fill(7);
            if (open === (promises[line.seat] === null)) return;
            const id =
              game
                .replaceAll('-', '')
                .match(/../g)
                ?.map((byte) => parseInt(byte, 16)) ?? [];
            const told = Uint8Array.from([...new TextEncoder().encode('bagarre nonce 1'), ...id, line.seat, ...nonce]);
            const promise = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', told)));
            line.socket.send(JSON.stringify(open ? { t: 'nonce', game, nonce: hex(nonce) } : { t: 'promise', game, promise }));
          };
          line.socket.onerror = () => failed(new Error('no socket'));
          line.socket.onopen = () => line.socket.send(JSON.stringify({ t: 'hello', protocol: 2, room, invite, lang: 'en' }));
          line.socket.onmessage = ({ data }) => {
            const said = JSON.parse(String(data)) as Said;
            if (said.t === 'welcome') joined();
            if (said.room?.draw) void mix(said.room.draw);
            if (said.t === 'table') line.asking = said.asking ?? null;
            if (said.t === 'entries' && !said.still) line.asking = said.asking ?? null;
            if (said.t === 'answer') line.answers.get(said.id)?.(said.answer);
          };
        }),
      { room, invite },
    );
  }

  async asking(): Promise<Open | null> {
    return this.page.evaluate(() => (window as unknown as { line: Line }).line.asking?.ask ?? null);
  }

  act(action: unknown): Promise<boolean> {
    return this.up({ t: 'act', action });
  }

  /** Takes a seat. */
  async sit(seat: number): Promise<void> {
    await this.page.evaluate((seat) => ((window as unknown as { line: Line }).line.seat = seat), seat);
    expect(await this.act({ do: 'sit', seat })).toBe(true);
  }

  /** Answers the open question; returns whether the answer was accepted. */
  async say(command: object): Promise<boolean> {
    return this.up({ t: 'command', command: { question: (await this.asking())?.id, ...command } });
  }

  private async up(message: object): Promise<boolean> {
    return this.page.evaluate(
      (message) =>
        new Promise<boolean>((answered) => {
          const { line } = window as unknown as { line: Line };
          const id = crypto.randomUUID();
          line.answers.set(id, (answer) => answered(answer.result === 'applied'));
          line.socket.send(JSON.stringify({ ...message, id }));
        }),
      message,
    );
  }
}

const member = (id: number, name: string, weapons: string[], skills: string[]) => ({
  id,
  name,
  chief: id === 0,
  weapons,
  armour: null,
  skills,
  look: id,
  health: 'well',
  founder: id === 0,
});

/** A western band of five women; the first can call charges. */
const BAND = {
  name: 'Les Veuves',
  era: 'western',
  members: [
    member(0, 'La Doyenne', ['w_fusil_de_chasse'], ['chargez']),
    member(1, 'La Couturière de Dodge', ['w_winchester', 'w_couteau'], []),
    member(2, 'La Pianiste', ['w_double_colt'], []),
    member(3, 'L’Institutrice', ['w_derringer', 'w_couteau'], []),
    member(4, 'La Blanchisseuse', ['w_couteau'], []),
  ],
  purse: null,
};

export interface Wanted {
  scenario: string;
  ground: unknown;
  kinds: readonly Kind[];
}

/** Starts a game of GeneriK, with one player for each kind of browser. */
export async function table(browser: Browser, baseURL: string, { scenario, ground, kinds }: Wanted): Promise<{ seated: Seated[]; room: string }> {
  const seated: Seated[] = [];
  let room = { id: '', invite: '' };
  for (const [seat, kind] of kinds.entries()) {
    const one = new Seated(await person(browser, baseURL, ['Ginette', 'Momo', 'Suzy', 'Zaza'][seat] ?? 'Lulu', kind));
    await one.enter();
    if (seat === 0) {
      room = await one.post('/api/rooms', {
        name: 'Le comptoir',
        ruleset: 'generik',
        scenario,
        seats: kinds.length,
        size: 0,
        more: { ground },
        clocks: { kind: 'slow', long: 24, quick: 24 },
        spectators: true,
        spectator_delay: 0,
        listed: false,
      });
    }
    await one.join(room.id, room.invite);
    await one.sit(seat);
    expect(await one.act({ do: 'bring', band: BAND })).toBe(true);
    seated.push(one);
  }
  expect(await seated[0]?.act({ do: 'start' })).toBe(true);
  // Only the socket of a seat knows the number that it has committed to: a page that replaced it now would never reveal it.
  await expect.poll(async () => (await Promise.all(seated.map((one) => one.asking()))).every((ask) => ask !== null)).toBe(true);
  return { seated, room: room.id };
}

/** Places along each edge, for the figures of its seat. */
export type Spots = Readonly<Record<'n' | 's' | 'e' | 'w', readonly (readonly [number, number])[]>>;

/** Takes the defaults and deploys at the given places; returns the player of the first phase and the number of its first figure. */
export async function deployed(seated: readonly Seated[], spots: Spots): Promise<{ one: Seated; first: number }> {
  const placed = new Map<number, number>();
  let last = -1;
  for (;;) {
    await expect.poll(async () => (await Promise.all(seated.map((one) => one.asking()))).every((ask) => ask !== null && ask.id !== last)).toBe(true);
    const ask = await seated[0]?.asking();
    const seat = ask?.seat ?? 0;
    const one = seated[seat];
    if (!ask || !one) throw new Error('nobody is asked');
    if (ask.ask === 'phase') return { one, first: seat * BAND.members.length };
    last = ask.id;
    if (ask.ask === 'choose') {
      expect(await one.say({ do: 'choose', choice: ask.options?.[ask.default ?? 0] })).toBe(true);
      continue;
    }
    const n = placed.get(seat) ?? 0;
    placed.set(seat, n + 1);
    let done = false;
    for (const along of Object.values(spots)) done ||= await one.say({ do: 'deploy', fig: seat * BAND.members.length + n, at: along[n] });
    expect(done, `seat ${seat}, figure ${n}`).toBe(true);
  }
}
