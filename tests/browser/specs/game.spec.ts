import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, type Person } from '../people';
import { answer, LAST_ROUND, openRoom, playOn, say, sealed, sheet, skip, standing, startGame, steps, takeSeat, toSheets, turn, write } from '../table';

test.describe.configure({ timeout: 420_000 });

const everybody = (people: Person[], run: (someone: Person) => Promise<unknown>) => Promise.all(people.map(run));

/** Writes three steps to the south for each character, on a sheet that shows one character at a time. */
async function walkOut(walker: Person): Promise<void> {
  const crew = walker.page.locator('.crew button');
  for (let n = 0; n < (await crew.count()); n += 1) {
    await crew.nth(n).click();
    for (const cell of [0, 2, 4]) await write(walker, cell, 'm', '5');
  }
}

test('two people and an onlooker play a game from the link to the end, through a reload and a lost network', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const suzy = await person(browser, baseURL, 'Suzy');
  const all = [ginette, momo, suzy];

  // The players and a spectator enter by the link.
  const link = await openRoom(ginette, { scenario: /Dernière tournée/, pace: /Tranquille/ });
  await takeSeat(ginette);
  await momo.page.goto(link);
  await introduce(momo);
  await takeSeat(momo);
  await suzy.page.goto(link);
  await introduce(suzy);
  await expect(ginette.page.getByText('Curieux : Suzy')).toBeVisible();
  await everybody(all, ({ page }) => fits(page));
  await everybody(all, ({ page }) => accessible(page));
  await picture(ginette.page, 'lobby', true);
  await picture(momo.page, 'creation', true);
  await picture(ginette.page, 'creation', true);

  // The room has a chat.
  await momo.page.getByRole('textbox', { name: 'Say something to the room' }).fill('I am on my way in.');
  await momo.page.getByRole('button', { name: 'Send' }).click();
  await expect(ginette.page.getByText('I am on my way in.')).toBeVisible();

  await ginette.page.getByRole('button', { name: say.start }).click();
  await everybody(all, ({ page }) => expect(page).toHaveURL(/\/t\//));

  // Players do not see the chat of spectators while a game runs.
  await everybody([suzy, ginette], ({ page }) => page.getByRole('tab', { name: /Causette/ }).click());
  await suzy.page.getByRole('textbox', { name: 'Dire un mot aux curieux' }).fill('Dix francs sur Momo.');
  await suzy.page.getByRole('button', { name: 'Envoyer' }).click();
  await expect(suzy.page.getByText('Dix francs sur Momo.')).toBeVisible();
  await ginette.page.getByRole('textbox', { name: 'Dire un mot à la salle' }).fill('Allez, santé.');
  await ginette.page.getByRole('button', { name: 'Envoyer' }).click();
  await expect(suzy.page.getByText('Allez, santé.')).toBeVisible();
  await expect(ginette.page.getByText('Dix francs sur Momo.')).toHaveCount(0);

  // The characters are placed by default.
  const players = [ginette, momo];
  await toSheets(players);
  await everybody(all, ({ page }) => fits(page));
  await everybody(players, ({ page }) => accessible(page));

  // A reload during programming keeps the orders.
  await write(ginette, 0, 'm', '5');
  await write(ginette, 1, 'c', 's');
  await write(ginette, 2, 'm', '5');
  const written = await sheet(ginette);
  expect(written.join(' ')).toMatch(/M5 CS M5/);
  await picture(ginette.page, 'programming');
  await picture(momo.page, 'programming');
  await ginette.page.reload();
  await expect.poll(() => sheet(ginette)).toEqual(written);
  await answer(ginette);
  await expect(ginette.page.getByRole('button', { name: say.takeBack })).toBeVisible();
  await expect.poll(() => standing(ginette.page)).toBe('others');
  expect(await suzy.page.locator('body').innerText()).not.toContain('M5');

  // The other player loses the network during the resolution, and catches up.
  const before = await steps(ginette.page);
  await sealed(momo.page);
  await expect.poll(() => steps(ginette.page)).toBeGreaterThan(before);
  await momo.context.setOffline(true);
  await expect(momo.page.getByText(/Connection lost/)).toBeVisible();
  await ginette.page.getByRole('button', { name: 'Pause', exact: true }).click();
  await picture(ginette.page, 'resolution');
  await picture(momo.page, 'resolution');
  await accessible(ginette.page);
  await momo.context.setOffline(false);
  await expect(momo.page.getByText(/Connection restored/)).toBeVisible();
  await everybody(all, ({ page }) => skip(page));
  await expect.poll(async () => new Set(await everybody(all, ({ page }) => steps(page))).size).toBe(1);

  // One band walks out into the street, which ends the game.
  let turns = 0;
  await playOn(
    players,
    async ({ page }) => (await standing(page)) === 'over',
    async (writer) => {
      if (writer !== momo) return;
      turns += 1;
      await walkOut(momo);
    },
  );
  expect(turns).toBeGreaterThan(0);
  await skip(suzy.page);
  await everybody(all, ({ page }) => expect(page.getByRole('heading', { name: /gagné|tournée|wins|won|round|l’emporte|win/i }).last()).toBeVisible());
  await accessible(ginette.page);
  await picture(ginette.page, 'end');

  // All browsers have verified the game as fair, also those that were reloaded or disconnected.
  await everybody(all, ({ page }) => expect(page.getByRole('button', { name: /^(Franc jeu – Vérifié|Fair play – Verified)$/ }).last()).toBeVisible());
  await everybody([ginette, momo], async (someone) => {
    await someone.page
      .getByRole('button', { name: /^(Franc jeu|Fair play)/ })
      .last()
      .click();
    const panel = someone.page.getByRole('dialog', { name: /^(Franc jeu|Fair play)$/ });
    await expect(panel.getByText(/Ton nombre est dans les dés|Your number is in the dice/)).toBeVisible();
    await fits(someone.page);
    await accessible(someone.page);
    await picture(someone.page, 'fair-play');
    await panel.getByRole('button', { name: /^(Fermer|Close)$/ }).click();
  });

  // The replay needs only its link, and the game can be downloaded.
  const download = ginette.page.waitForEvent('download');
  await ginette.page.getByRole('link', { name: 'Télécharger la partie' }).click();
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8')) as Exported;
  expect(exported.format).toBe('bagarre-game');
  expect(exported.entries.length).toBeGreaterThan(4);
  const replay = await suzy.page.getByRole('link', { name: 'Revoir la partie' }).getAttribute('href');
  await everybody([suzy, momo], ({ page }) => page.goto(replay ?? ''));
  await watchAgain(suzy);
  await fits(momo.page);
  await accessible(suzy.page);
  await accessible(momo.page);
  await picture(suzy.page, 'replay');
  await picture(momo.page, 'replay');
  await everybody([suzy, momo], (someone) => checkFile(someone, exported));

  // A rematch opens a room for the same players.
  await ginette.page.getByRole('button', { name: 'Revanche' }).click();
  await expect(ginette.page).toHaveURL(/\/r\//);
  await expect(ginette.page.getByRole('button', { name: say.start })).toBeVisible();

  for (const { name, faults, context } of all) {
    expect(
      faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(fault)),
      name,
    ).toEqual([]);
    await context.close();
  }
});

interface Exported {
  format: string;
  entries: { n: number; at: number }[];
}

/** Checks that the page for files verifies the game, and names the first entry that was changed. */
async function checkFile({ page }: Person, exported: Exported): Promise<void> {
  const choose = async (file: Exported) =>
    page.locator('input[type=file]').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
  await page.goto('/verifier');
  await choose(exported);
  await expect(page.getByRole('heading', { name: /^(Tout est juste|Everything is right)$/ })).toBeVisible();
  await fits(page);
  await accessible(page);
  await picture(page, 'verify', true);
  const bent = structuredClone(exported);
  for (const entry of bent.entries) if (entry.n >= 3) entry.at += 1;
  await choose(bent);
  await expect(page.getByText(/^(La première entrée fausse est la 3|The first wrong entry is number 3)/)).toBeVisible();
  await accessible(page);
  await picture(page, 'verify-bent', true);
}

/** Uses the controls of a replay: step, play, slider, turns. */
async function watchAgain({ page }: Person): Promise<void> {
  const bar = page.getByRole('slider');
  await expect(bar).toHaveValue('0');
  await page.getByRole('button', { name: 'Un pas en avant' }).click();
  await expect(bar).toHaveValue('1');
  await page.getByRole('button', { name: 'Lecture', exact: true }).click();
  await expect.poll(async () => Number(await bar.inputValue())).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('combobox', { name: 'Aller au tour' }).selectOption({ label: 'Tour 2' });
  await expect(page.getByText(/Tour 2 sur/).first()).toBeVisible();
  await bar.focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await bar.inputValue()) === (await bar.getAttribute('max'))).toBe(true);
  await bar.press('Home');
  await expect(bar).toHaveValue('0');
  await page.getByRole('combobox', { name: 'Aller au tour' }).selectOption({ label: 'Tour 1' });
}

test('a sheet is not sealed while the page of the other player still waits for the turn', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo');
  // Messages reach the second page a second after the first one, in their order.
  await momo.page.routeWebSocket('**/ws**', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => void setTimeout(() => socket.send(message), 1_000));
  });
  await startGame(ginette, momo, LAST_ROUND);
  const players = [ginette, momo];
  for (const n of [1, 2]) {
    await toSheets(players, n);
    expect(await everybody(players, ({ page }) => turn(page))).toEqual([n, n]);
    await everybody(players, ({ page }) => sealed(page));
  }
  for (const { name, faults, context } of players) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});

test('the host can swap seats, remove a guest, add bots and pause', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const riton = await person(browser, baseURL, 'Riton');
  const link = await openRoom(ginette, { scenario: /Dernière tournée/, pace: /Tranquille/ });
  await takeSeat(ginette);
  await riton.page.goto(link);
  await introduce(riton);
  await takeSeat(riton);

  await ginette.page.getByRole('button', { name: 'Gérer la place 1' }).click();
  await ginette.page.getByRole('button', { name: 'Échanger avec la place 2' }).click();
  await expect(ginette.page.getByRole('listitem').filter({ hasText: 'Ginette' }).getByText('2', { exact: true })).toBeVisible();

  await ginette.page.getByRole('button', { name: 'Gérer la place 1' }).click();
  await ginette.page.getByRole('button', { name: 'Mettre dehors' }).click();
  await ginette.page.getByRole('button', { name: /Vraiment mettre Riton dehors/ }).click();
  await expect(riton.page.getByRole('heading', { name: 'On t’a mis dehors' })).toBeVisible();
  await accessible(riton.page);
  await riton.page.goto(link);
  await expect(riton.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(riton.page.getByRole('button', { name: say.sit })).toHaveCount(0);

  await ginette.page.getByRole('button', { name: 'Gérer la place 1' }).click();
  await ginette.page.getByRole('button', { name: /Mettre .*, robot Cogneur/ }).click();
  await ginette.page.getByRole('button', { name: say.start }).click();
  await expect(ginette.page).toHaveURL(/\/t\//);
  await ginette.page.getByRole('button', { name: 'Mettre en pause' }).click();
  await expect(ginette.page.getByRole('heading', { name: 'Pause bière' })).toBeVisible();
  await ginette.page.getByRole('button', { name: 'On reprend' }).click();
  await expect(ginette.page.getByRole('heading', { name: 'Pause bière' })).toBeHidden();
  await toSheets([ginette]);
  await answer(ginette);
  await expect.poll(() => steps(ginette.page)).toBeGreaterThan(0);
  await ginette.context.close();
  await riton.context.close();
});
