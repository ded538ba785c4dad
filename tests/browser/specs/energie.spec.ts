import type { Page } from '@playwright/test';
import { bring as enlist, enterGame, joinCampaign, openCampaign, openGame, row } from '../campaign';
import { expect, test } from '../fixtures';
import { act, asked, bring, decide, fight, room, surely } from '../heroes';
import { accessible, fits, introduce, person, picture, SCREENS, thumbs, type Person } from '../people';
import { say, sealed, sit, skip, standing } from '../table';

test.describe.configure({ timeout: 240_000 });

const everybody = <T>(people: readonly Person[], run: (someone: Person) => Promise<T>) => Promise.all(people.map(run));

const over = async (page: Page) => (await standing(page)) === 'over';

/** Puts the best bot into all free seats. */
async function fillWithBots(page: Page): Promise<void> {
  const free = page.locator('.seat strong.open');
  for (let left = await free.count(); left > 0; left -= 1) {
    await page.locator('.seat:has(strong.open) .more').first().click();
    await page.getByRole('button', { name: /Casse-cou|Daredevil/ }).click();
    await expect(free).toHaveCount(left - 1);
  }
}

test('two people brawl on the quays under a game master and an onlooker, to the end', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const master = await person(browser, baseURL, 'Lucien');
  const suzy = await person(browser, baseURL, 'Suzy');
  const players = [ginette, momo];
  const all = [...players, master, suzy];

  const link = await room(ginette, /Rixe sur les quais/, async (page) => {
    await expect(page.getByTestId('master')).toBeVisible();
    await page.getByTestId('master').check();
    await picture(page, 'energie-form', true);
    await accessible(page);
  });
  for (const guest of [momo, master, suzy]) {
    await guest.page.goto(link);
    await introduce(guest);
  }
  await bring(ginette);
  await bring(momo);
  await sit(master);
  await expect(master.page.getByText('À cette place, on ne gagne pas')).toBeVisible();
  await expect(master.page.locator('.seat.mine').getByText('Meneur de jeu')).toBeVisible();
  await everybody(all, ({ page }) => picture(page, 'energie-lobby', true));
  await everybody([ginette, momo], async ({ page }) => {
    await fits(page);
    await accessible(page);
    if (page.viewportSize()?.width === SCREENS.phone.width) await thumbs(page);
  });
  await ginette.page.getByRole('button', { name: say.start }).click();
  await everybody(all, ({ page }) => expect(page).toHaveURL(/\/t\//));

  // Places are chosen in secret, and revealed together.
  await everybody(players, async (one) => {
    await expect(one.page.getByTestId('deploy')).toBeVisible();
    await picture(one.page, 'energie-deploy');
    await decide(one, fight);
  });
  await expect(master.page.getByRole('tab', { name: 'Mes ordres' })).toBeVisible();

  // The first hero that may move is played by hand.
  let first = await asked(players);
  while (first && !(await act(first.page, 'move').isVisible())) {
    await decide(first, fight);
    first = await asked(players);
  }
  expect(first).not.toBeNull();
  await act(first!.page, 'move').click();
  await first!.page.locator('.picking .list button').first().click();
  await expect(first!.page.getByTestId('do-it')).toBeEnabled();
  await everybody([first!, suzy], ({ page }) => picture(page, 'energie-table'));
  await accessible(first!.page);
  await fits(first!.page);
  await first!.page.getByTestId('do-it').click();
  await asked(players);

  // The game master intervenes, and the log shows it to a spectator.
  await master.page.getByRole('tab', { name: 'Mes ordres' }).click();
  await master.page.locator('.master select').nth(1).selectOption({ index: 3 });
  await master.page.getByTestId('dark').click();
  await expect(master.page.locator('.master .told')).toContainText('C’est fait');
  await picture(master.page, 'energie-master');
  await accessible(master.page);
  await suzy.page.getByRole('tab', { name: 'Récit' }).click();
  await skip(suzy.page);
  await expect(suzy.page.getByRole('log')).toContainText('Le meneur annonce');
  await expect(suzy.page.getByRole('tab', { name: 'Mes ordres' })).toHaveCount(0);

  // A reload keeps the desk of the game master.
  await master.page.reload();
  await expect(master.page.getByRole('tab', { name: 'Mes ordres' })).toBeVisible();

  // After some more decisions one side gives up.
  for (let n = 0; n < 6; n += 1) {
    const one = await asked(players);
    if (!one) break;
    await decide(one, fight);
  }
  while (!(await over(ginette.page))) {
    const one = await asked(players);
    if (!one) break;
    await decide(one, one === momo ? (page) => surely(page, 'surrender') : (page) => surely(page, 'pass'));
  }
  await everybody(all, async ({ page }) => {
    await expect.poll(async () => (await skip(page), over(page))).toBe(true);
    await picture(page, 'energie-end');
  });
  await expect(ginette.page.getByRole('heading', { name: 'Tu as gagné !' })).toBeVisible();
  await expect(momo.page.getByRole('heading', { name: /^You lost/ })).toBeVisible();
  await expect(master.page.locator('.end > ol > li')).toHaveCount(2);
  await accessible(ginette.page);
  await accessible(momo.page);
  for (const { name, faults, context } of all) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});

test('a hero that is chosen before the server has named the number of heroes is accepted', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const { page } = ginette;
  let letGo = () => {};
  const held = new Promise<void>((go) => (letGo = go));
  await page.route('**/appraise', async (route) => {
    await held;
    await route.continue();
  });
  await room(ginette, /Rixe sur les quais/);
  await sit(ginette);
  await page.getByRole('button', { name: say.gang }).nth(2).click();
  letGo();
  await expect(page.locator('.seat.mine').getByText('✓ Prêt')).toBeVisible();
  await expect(page.locator('.creation .tabs button')).toHaveCount(2);
  expect(ginette.faults).toEqual([]);
});

test('the Colossus is beaten by three against the game', async ({ browser, baseURL }) => {
  // The dice depend on the name of the player: those of Suzy beat the Colossus.
  const suzy = await person(browser, baseURL, 'Suzy');
  await room(suzy, /Le Colosse/, async (page) => {
    await page.getByRole('button', { name: 'Plus : Places' }).click();
  });
  const { page } = suzy;
  await bring(suzy);
  await fillWithBots(page);
  await page.getByRole('button', { name: say.start }).click();
  await expect(page).toHaveURL(/\/t\//);
  for (;;) {
    const one = await asked([suzy]);
    if (!one) break;
    await decide(one, fight);
  }
  await expect(page.getByRole('heading', { name: /gagné/ })).toBeVisible();
  await expect(page.getByText('Le Colosse est à terre.', { exact: true })).toBeVisible();
  await picture(page, 'energie-won');
  expect(suzy.faults).toEqual([]);
});

test('a table that gives up against the Colossus loses together', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  await room(ginette, /Le Colosse/);
  const { page } = ginette;
  await bring(ginette);
  const momo = await person(browser, baseURL, 'Momo');
  await momo.page.goto(await page.getByRole('textbox', { name: say.invitation }).inputValue());
  await introduce(momo);
  await bring(momo, 2);
  await page.getByRole('button', { name: say.start }).click();
  await everybody([ginette, momo], ({ page: own }) => expect(own).toHaveURL(/\/t\//));
  for (;;) {
    const one = await asked([ginette, momo]);
    if (!one) break;
    await decide(one, (own) => surely(own, 'surrender'));
  }
  await everybody([ginette, momo], async ({ page: own }) => {
    await expect.poll(async () => (await skip(own), over(own))).toBe(true);
    await expect(own.getByRole('heading', { name: 'Perdu, tous ensemble' })).toBeVisible();
    expect(ginette.faults).toEqual([]);
  });
  await picture(page, 'energie-lost');
});

test('heroes enter a campaign of énergie, fight, are looked after, and one of them has won', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { screen: 'phone' });
  const players = [ginette, momo];
  const { page } = ginette;
  const link = await openCampaign(ginette, 'Les quais', /énergie/);
  await joinCampaign(momo, link);
  for (const [one, name] of [
    [ginette, 'Les Lampes'],
    [momo, 'Les Ancres'],
  ] as const) {
    await one.page.getByRole('textbox', { name: 'Nom du groupe' }).fill(name);
    await expect(one.page.locator('.budget b')).toHaveText(/^\d+ sur 60 points$/);
    await enlist(one);
  }
  // Jules was proposed to Ginette, who joined first; Momo gets another hero.
  await expect(momo.page.getByRole('region', { name: 'Les bandes' }).getByRole('listitem').first()).toContainText(/^(?!.*Jules).*\p{L}/su);
  await picture(momo.page, 'energie-campaign', true);
  await fits(momo.page);
  await openGame(ginette);
  await enterGame(momo, 'L’entrepôt');
  await everybody(players, (one) => sit(one));
  await everybody(players, ({ page: own }) => expect(own.locator('.seat.mine').getByText('✓ Prêt')).toBeVisible());
  await page.getByRole('button', { name: say.start }).click();
  await everybody(players, ({ page: own }) => expect(own).toHaveURL(/\/t\//));

  // One side gives up; then both care for their heroes.
  const done = ({ page: own }: Person) => own.getByTestId('seal');
  for (;;) {
    const one = await asked(players);
    if (!one) break;
    if (await done(one).isVisible()) {
      await picture(one.page, 'energie-after');
      await accessible(one.page);
      await sealed(one.page, done(one));
      await expect.poll(async () => (await standing(one.page)) !== 'mine').toBe(true);
    } else await decide(one, (own) => surely(own, one === momo ? 'surrender' : 'pass'));
  }
  await picture(page, 'energie-campaign-end');
  await page.getByRole('link', { name: 'Retour à la campagne' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  expect(await row(page, 'Les Lampes')).toMatchObject({ Parties: '1', Gagnées: '1', Perdues: '0', 'Points gagnés': '4' });
  expect(await row(page, 'Les Ancres')).toMatchObject({ Parties: '1', Gagnées: '0', Perdues: '1', 'Points gagnés': '2' });
  await expect(page.getByRole('region', { name: 'Les bandes' }).getByRole('listitem').first()).toContainText(/Jules.*Coup de poing/);
  await picture(page, 'energie-campaign', true);
  await accessible(page);
  for (const { name, faults, context } of players) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});
