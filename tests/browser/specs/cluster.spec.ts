/** Servers of a cluster are killed and replaced while two players play: what their pages show, and that no order is lost. */
import type { Page } from '@playwright/test';
import { type Cluster, expect, test } from '../cluster';
import { accessible, person, picture, type Person } from '../people';
import { LAST_ROUND, sealed, sheet, startGame, toSheets, turn, write } from '../table';

test.describe.configure({ timeout: 420_000 });

/** What a page has shown since `watch`; durations in milliseconds of its own clock. */
interface Shown {
  /** How often the page has begun to show that it reconnects. */
  breaks: number;
  /** How long each of these reports was shown. */
  waits: number[];
  /** The texts of the line about the connection, without numbers. */
  words: string[];
  /** How many changes of the page were seen without the table. */
  gone: number;
}

declare global {
  interface Window {
    shown?: Shown;
  }
}

/** Records from now on the line about the connection, and whether the table stays on the page. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: Shown = { breaks: 0, waits: [], words: [], gone: 0 };
    let since: number | null = null;
    const look = () => {
      const banner = document.querySelector<HTMLElement>('[role=status] .banner');
      const reconnecting = banner !== null && !banner.classList.contains('good');
      if (reconnecting && since === null) {
        since = performance.now();
        shown.breaks += 1;
      } else if (!reconnecting && since !== null) {
        shown.waits.push(performance.now() - since);
        since = null;
      }
      const words = banner?.querySelector('span')?.textContent.replace(/\d+/g, 'n').trim();
      if (words && !shown.words.includes(words)) shown.words.push(words);
      if (!document.querySelector('.table')) shown.gone += 1;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
    window.shown = shown;
  });
}

/** Returns the record of the page, which a reload would have lost. */
async function shownBy({ page, name }: Person): Promise<Shown> {
  const shown = await page.evaluate(() => window.shown ?? null);
  if (!shown) throw new Error(`the page of ${name} was loaded again`);
  return shown;
}

const breaks = async (someone: Person) => (await shownBy(someone)).breaks;

/** The texts that a page may show on its connection: that it reconnects, and that it has reconnected. */
const RECONNECTING = /^(Connexion perdue\. (On se reconnecte…|Nouvel essai dans n s\.) Rien de ce que tu écris n’est perdu\.|Connexion rétablie\.)$/;
const banner = (page: Page) => page.locator('[role=status] .banner:not(.good)');

/** Two kicks are written before a server is killed, a step to the south while it is away: the move shows that it has arrived. */
const KICKS = [
  [1, 'c', 's'],
  [3, 'c', 's'],
] as const;
const STEP = [4, 'm', '5'] as const;

/** Returns the characters and their places, from the description of the board for screen readers. */
const board = (page: Page) => page.getByRole('list', { name: 'Personnages sur le plateau' }).getByRole('button').allTextContents();

/** An end of the server of a player, or of the one that holds the room. */
interface Trouble {
  of: 'Ginette' | 'Momo' | 'the room';
  how: 'killed' | 'told to end';
}

/**
 * Ends a server while two sheets are half written; they are completed while it is away, and the turn is played. Returns a description, and
 * the players whose sockets were cut.
 */
async function playThrough(cluster: Cluster, both: readonly [Person, Person], room: string, { of, how }: Trouble): Promise<{ what: string; cut: string[] }> {
  const [ginette, momo] = both;
  for (const someone of both) for (const [cell, ...keys] of KICKS) await write(someone, cell, ...keys);
  const written = await Promise.all(both.map(sheet));
  for (const orders of written) expect(orders.join(' ')).toMatch(/CS.*CS/);
  const before = { turn: await turn(ginette.page), board: await board(ginette.page), breaks: await Promise.all(both.map(breaks)) };
  const holder = await cluster.holder(room);
  const carriers = both.map(({ page }) => cluster.carrier(page));
  const killed = of === 'the room' ? holder : carriers[both.findIndex(({ name }) => name === of)];
  if (!killed) throw new Error(`no player is called ${of}`);
  const cut = both.filter((_, n) => carriers[n] === killed);
  const names = cut.map(({ name }) => name);

  const ended = how === 'killed' ? killed.kill() : killed.stop();
  for (const [n, someone] of both.entries()) if (cut.includes(someone)) await expect.poll(() => breaks(someone)).toBeGreaterThan(before.breaks[n] ?? 0);
  for (const { page } of both) await picture(page, `cluster-${how.replaceAll(' ', '-')}-${of.replace(' ', '-')}`);
  // Both players write one more order and seal, with or without a connection.
  for (const someone of both) await write(someone, ...STEP);
  for (const orders of await Promise.all(both.map(sheet))) expect(orders.join(' ')).toMatch(/CS.*CS M5/);
  for (const { page } of both) await sealed(page);

  // The turn is played with the orders of both.
  await Promise.all(both.map(({ page }) => expect(banner(page)).toHaveCount(0)));
  await toSheets([...both], before.turn + 1);
  const after = await board(ginette.page);
  expect(await board(momo.page), 'both see the same board').toEqual(after);
  const moved = after.filter((figure, n) => figure !== before.board[n]);
  expect(
    moved.map((figure) => figure.charAt(0)),
    'the first of each side has taken its step',
  ).toEqual(['A', 'C']);
  for (const { page } of both) await picture(page, `cluster-after-${of.replace(' ', '-')}`);
  expect(await cluster.holder(room), 'the room is played by a server that lives').not.toBe(killed);
  await ended;
  await killed.start();
  const held = killed === holder ? ', which held the room' : '';
  return { what: `the server of ${of} was ${how}${held}; it carried ${names.join(' and ') || 'no player'}`, cut: names };
}

test('two people play on while the server of each of them and that of their room are killed or replaced; at most their pages reconnect', async ({
  browser,
  baseURL,
  cluster,
}) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { screen: 'phone' });
  const players = [ginette, momo] as const;
  const dialogs: string[] = [];
  for (const { page, context } of players) {
    await cluster.follow(context, page);
    page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  }
  const link = await startGame(ginette, momo, LAST_ROUND);
  const room = new URL(link).pathname.split('/').at(-1) ?? '';
  await toSheets([...players], 1);
  for (const { page } of players) await watch(page);

  const told: string[] = [];
  const troubles: Trouble[] = [
    { of: 'Ginette', how: 'killed' },
    { of: 'Momo', how: 'killed' },
    { of: 'the room', how: 'killed' },
    { of: 'the room', how: 'told to end' },
    { of: 'Momo', how: 'told to end' },
  ];
  for (const trouble of troubles) {
    const already = await Promise.all(players.map(async (someone) => (await shownBy(someone)).waits.length));
    const { what, cut } = await playThrough(cluster, players, room, trouble);
    const waits = await Promise.all(players.map(async (someone, n) => (await shownBy(someone)).waits.slice(already[n])));
    players.forEach(({ name }, n) => cut.includes(name) || expect(waits[n], `${name} at another server`).toEqual([]));
    const each = players.map(({ name }, n) => `${name} ${waits[n]?.map((wait) => `${Math.round(wait)} ms`).join(', ') || 'not at all'}`);
    told.push(`${what}. Reconnecting was shown to: ${each.join('; ')}`);
  }
  for (const someone of players) {
    const { words, gone } = await shownBy(someone);
    for (const said of words) expect(said, someone.name).toMatch(RECONNECTING);
    expect(gone, `the table of ${someone.name} stays on the page`).toBe(0);
    await accessible(someone.page);
  }
  expect(dialogs).toEqual([]);
  console.log(told.join('\n'));
  const longest = Math.max(...(await Promise.all(players.map(shownBy))).flatMap(({ waits }) => waits));
  console.log(`reconnecting was shown for ${Math.round(longest)} ms at most`);
  expect(players.flatMap(({ faults }) => faults)).toEqual([]);
});
