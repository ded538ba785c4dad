import { beforeEach, expect, it, vi } from 'vitest';
import type { MyGame } from '../protocol';

const game = (id: string, phase: MyGame['room']['phase'], seat: number | null, waited: number[]): MyGame => ({
  room: { id, name: id, ruleset: 'toy', scenario: 'short', phase, seats: 2, taken: 2, spectators: true },
  players: [],
  seat,
  host: false,
  deletable: false,
  waited,
  deadline: null,
  last: null,
  blow: null,
  touched: 0,
});

/** Requests for `GET /api/me/games`, which the test answers. */
const asked: { give: (games: MyGame[]) => void; fail: (why: Error) => void }[] = [];
let known: object | null = null;

async function fresh() {
  vi.resetModules();
  vi.doMock('../net/api', () => ({ api: { myGames: () => new Promise((give, fail) => asked.push({ give, fail })) } }));
  vi.doMock('./me.svelte', () => ({ me: () => known }));
  vi.doMock('./badge', () => ({ badge: () => undefined }));
  return import('./mine.svelte');
}

beforeEach(() => {
  asked.length = 0;
  known = { id: 'x', name: 'Momo' };
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

it('counts running games that wait for the player', async () => {
  const { myTurns, refreshGames } = await fresh();
  const done = refreshGames();
  asked[0]?.give([
    game('mine', 'playing', 1, [0, 1]),
    game('others', 'playing', 1, [0]),
    game('watched', 'playing', null, [0]),
    game('paused', 'paused', 0, [0]),
    game('lobby', 'lobby', 0, [0]),
  ]);
  await done;
  expect(myTurns().map((one) => one.room.id)).toEqual(['mine']);
});

it('drops an answer that arrives after that to a later request', async () => {
  const { myGames, refreshGames } = await fresh();
  const both = [refreshGames(), refreshGames()];
  asked[1]?.give([game('new', 'playing', 0, [0])]);
  await both[1];
  asked[0]?.give([game('old', 'playing', 0, [0])]);
  await both[0];
  expect(myGames().map((one) => one.room.id)).toEqual(['new']);
});

it('keeps the list when the server does not answer, and shows none to a person who was forgotten', async () => {
  const { gamesBefore, gamesCame, myGames, refreshGames } = await fresh();
  const first = refreshGames();
  asked[0]?.give([game('one', 'playing', 0, [0])]);
  await first;
  const came = gamesCame();
  expect(came).toBeGreaterThan(0);
  const second = refreshGames();
  asked[1]?.fail(new Error('away'));
  await second;
  expect(myGames()).toHaveLength(1);
  expect([gamesCame(), gamesBefore()]).toEqual([came, 1]);
  known = null;
  expect(myGames()).toEqual([]);
  await refreshGames();
  expect([asked.length, gamesBefore()]).toEqual([2, 0]);
});

it('fetches the list once it is no longer recent, and only while the page is visible', async () => {
  const page = { visibilityState: 'visible' };
  vi.stubGlobal('document', page);
  vi.useFakeTimers({ now: 1_000_000 });
  try {
    const { glanceAtGames, refreshGames } = await fresh();
    const done = refreshGames();
    asked[0]?.give([]);
    await done;
    glanceAtGames();
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(15_000);
    page.visibilityState = 'hidden';
    glanceAtGames();
    expect(asked).toHaveLength(1);
    page.visibilityState = 'visible';
    glanceAtGames();
    expect(asked).toHaveLength(2);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

it('fetches again when the page becomes visible, also while a request is under way', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  try {
    const { followGames, myGames } = await fresh();
    const stop = followGames();
    const several = followGames();
    expect(asked).toHaveLength(1);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toHaveLength(2);
    asked[1]?.give([]);
    asked[0]?.give([game('old', 'playing', 0, [0])]);
    await vi.waitFor(() => expect(myGames()).toEqual([]));
    several();
    stop();
  } finally {
    vi.unstubAllGlobals();
  }
});
