import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, SCREENS, thumbs } from '../people';
import { bringMotto, openRoom, say, TOY } from '../table';

test.use({
  settings: { BAGARRE_OFFER_ALL: '1', BAGARRE_PRIVATE_TARGETS: '1', BAGARRE_SMTP_URL: 'smtp://127.0.0.1:9', BAGARRE_MAIL_FROM: 'Bagarre <bar@example.org>' },
});

test('the title, the icon and the home page show whose turn it is, and a player can leave for good', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { screen: 'phone', lang: 'en' });
  const { page } = ginette;
  const link = await openRoom(ginette, TOY);
  await bringMotto(ginette, 'cogne');

  // A table that never started can be deleted after a confirmation; this one is kept.
  await page.goto('/');
  const mine = page.getByRole('region', { name: 'Tes parties' });
  await mine.getByRole('button', { name: /^Effacer cette table/ }).click();
  await expect(mine.getByRole('button', { name: /^Effacer pour de bon/ })).toBeVisible();
  await picture(page, 'my-games-lobby', true);
  await accessible(page);

  await momo.page.goto(link);
  await introduce(momo);
  await bringMotto(momo, 'cogne');
  await mine.getByRole('link', { name: /^Ouvrir/ }).click();
  await page.getByRole('button', { name: say.start }).click();
  await expect(page).toHaveTitle(/^À toi\s! /);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/);
  await expect(momo.page).toHaveTitle(/^Your move! /);

  await momo.page.goto('/');
  const his = momo.page.getByRole('region', { name: 'Your games' });
  await expect(his.getByText('Your move')).toBeVisible();
  await expect(his.getByText('Against Ginette')).toBeVisible();
  // The list is at the top of the page, and the turn is in the header and the title of all pages.
  await expect(his.getByRole('heading', { name: 'Your games' })).toBeInViewport();
  expect((await his.boundingBox())?.y).toBeLessThan(250);
  const turn = momo.page.getByRole('banner').getByRole('link', { name: 'Your turn 1 game', exact: true });
  for (const path of ['/rules', '/campaigns', '/exercices', '/moi', '/new', '/verifier', '/nowhere', '/']) {
    await momo.page.goto(path);
    await expect(turn).toBeVisible();
    await expect(momo.page).toHaveTitle(/^\(1\) .*Bagarre$/);
    await expect(momo.page.getByRole('banner').getByRole('link', { name: /Your page$/ })).toBeVisible();
  }
  await expect(momo.page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/);
  await picture(momo.page, 'my-games', true);
  await fits(momo.page);
  await accessible(momo.page);
  await thumbs(momo.page);
  await turn.click();
  await expect(momo.page).toHaveURL(/\/t\//);
  await expect(momo.page).toHaveTitle(/^Your move! /);
  await momo.page.goto('/rules');
  await momo.page
    .getByRole('banner')
    .getByRole('link', { name: /Your page$/ })
    .click();
  await expect(momo.page).toHaveURL(/\/moi$/);
  await expect(turn).toBeVisible();
  // The turn passes while the page is hidden: it asks the server when it becomes visible again.
  await momo.page.route('**/api/me/games', (route) => route.fulfill({ json: [] }));
  await momo.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(turn).toHaveCount(0);
  await expect(momo.page).not.toHaveTitle(/^\(/);
  await momo.page.unroute('**/api/me/games');

  // Notifications are set up in the settings.
  await page.goto('/');
  await page.getByRole('button', { name: /Réglages/ }).click();
  const settings = page.getByRole('dialog', { name: 'Réglages' });
  await settings.getByRole('checkbox', { name: /Ne rien envoyer la nuit/ }).check();
  await expect(settings.getByLabel('De', { exact: true })).toHaveValue('22:00');
  await settings.getByRole('textbox', { name: 'Adresse à appeler' }).fill('http://127.0.0.1:9/hook');
  await settings.getByRole('button', { name: 'Appeler' }).click();
  await expect(settings.getByRole('textbox', { name: /Clé de signature/ })).toHaveValue(/^[0-9a-f]{64}$/);
  await settings.getByRole('button', { name: 'Créer mon code' }).click();
  const code = await settings.getByRole('textbox', { name: /Ton code/ }).inputValue();
  expect(code).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/);
  await picture(page, 'turn-settings');
  await accessible(page);
  await page.setViewportSize(SCREENS.phone);
  await fits(page);
  await thumbs(page);
  await picture(page, 'turn-settings');
  await page.setViewportSize(SCREENS.wide);

  // The recovery code works in another browser.
  const lost = await person(browser, baseURL, 'Ginette');
  await lost.page.goto(link);
  const dialog = lost.page.getByRole('dialog');
  await dialog.getByText('J’ai un code de secours').click();
  await dialog.getByRole('textbox', { name: 'Code de secours' }).fill(code.toUpperCase());
  await dialog.getByRole('button', { name: 'Revenir' }).click();
  await expect(lost.page).toHaveTitle(/^À toi\s! /);

  // She leaves for good, after the page has said that a bot takes the seat.
  await lost.page.getByRole('button', { name: 'Places et invitation' }).click();
  await lost.page.getByRole('button', { name: 'Partir pour de bon' }).click();
  await expect(lost.page.getByText(/Ta place passera aussitôt au robot/)).toBeVisible();
  await picture(lost.page, 'leave');
  await lost.page.getByRole('button', { name: 'Oui, je pars' }).click();
  // The home page receives no event of this: it asks when it is opened, and seldom after that.
  await expect(lost.page.getByRole('button', { name: 'Partir pour de bon' })).toBeHidden();
  await momo.page.goto('/');
  await expect(his.getByText(/^Against /)).not.toContainText('Ginette');
  for (const someone of [ginette, momo, lost]) expect(someone.faults).toEqual([]);
});

test('the own page of a player lists the games played', async ({ browser, baseURL }) => {
  const lulu = await person(browser, baseURL, 'Lulu');
  await lulu.page.goto('/moi');
  await expect(lulu.page.getByRole('heading', { name: 'Personne ne te connaît encore ici' })).toBeVisible();
  expect((await lulu.page.request.post('/api/me', { data: { name: 'Lulu' } })).ok()).toBe(true);
  const outcome = { winners: [0], scores: [3, 1], reason: 'turns' };
  const game = { game: '00000000-0000-4000-8000-000000000001', ruleset: 'toy', scenario: 'short', seat: 0, outcome, ended: Date.UTC(2026, 0, 3) };
  await lulu.page.route('**/api/me/played', (route) =>
    route.fulfill({
      json: [
        { ...game, players: ['Lulu', 'Momo'] },
        { ...game, game: '00000000-0000-4000-8000-000000000002', players: ['Lulu', 'Suzy'], outcome: { ...outcome, winners: [1] } },
      ],
    }),
  );
  await lulu.page.goto('/moi');
  await expect(lulu.page.getByRole('heading', { level: 1 })).toHaveText('Lulu');
  await expect(lulu.page.getByRole('row', { name: /Le jouet 2 1 1 0/ })).toBeVisible();
  await expect(lulu.page.getByRole('row', { name: /Momo 1 1 0 0/ })).toBeVisible();
  await expect(lulu.page.getByRole('link', { name: /^Revoir/ })).toHaveCount(2);
  await picture(lulu.page, 'person', true);
  await accessible(lulu.page);
  await lulu.page.setViewportSize(SCREENS.phone);
  await fits(lulu.page);
  await picture(lulu.page, 'person', true);
});
