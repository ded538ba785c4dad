import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, SCREENS, thumbs } from '../people';

test('the home page opens, without a fault in the console and without an axe violation', async ({ page }) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await accessible(page);
  expect(faults).toEqual([]);
});

test('a page of the client opens by its own address', async ({ page, request }) => {
  const deep = await page.goto('/rules');
  expect(deep?.status()).toBe(200);
  const missing = await request.get('/api/no-such-thing');
  expect(missing.status()).toBe(404);
  expect(((await missing.json()) as { code: string }).code).toBe('http.not_found');
});

for (const { name, width, height } of [
  { name: 'phone', width: 412, height: 823 },
  { name: 'desktop', width: 1440, height: 900 },
])
  test(`the home page does not shift when the systems arrive, ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    // The page is painted before the systems arrive.
    let painted = () => {};
    const waits = new Promise<void>((resolve) => (painted = resolve));
    await page.route('**/api/rulesets', async (route) => {
      await waits;
      await route.continue();
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    await expect(page.getByLabel('Invitation link or code').or(page.getByLabel('Lien ou code d’invitation'))).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    painted();
    await expect(page.locator('.systems li')).toHaveCount(4);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));
    expect(moved).toBeLessThan(0.05);
  });

test('the home page describes all four systems, each with a picture', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, '', { lang: 'en' });
  const { page } = who;
  await page.goto('/');
  const how = page.getByRole('region', { name: 'How it goes' });
  await expect(how.getByRole('listitem')).toHaveCount(4);
  for (const system of ['Baston', 'GeneriK', 'énergie', 'Celtiques']) {
    const told = how.getByRole('listitem').filter({ has: page.getByRole('heading', { name: system, exact: true }) });
    await expect(told.locator('svg')).toHaveCount(1);
    await expect(told.locator('p').last()).not.toBeEmpty();
  }
  await page.setViewportSize(SCREENS.phone);
  await how.scrollIntoViewIfNeeded();
  await picture(page, 'how-it-goes');
  await fits(page);
  await who.context.close();
});

for (const screen of ['wide', 'phone'] as const)
  test(`a refusal to start is shown beside the pressed button, ${screen}`, async ({ browser, baseURL, server }) => {
    const who = await person(browser, baseURL, '', { screen });
    const { page } = who;
    // A server that drains shuts down at once unless it has a room awake.
    const host = await person(browser, baseURL, 'Ginette');
    await host.page.goto('/new');
    await introduce(host);
    await host.page.getByRole('button', { name: 'Ouvrir la salle' }).click();
    await expect(host.page.getByRole('button', { name: 'Se lever' })).toBeVisible();
    await server.admin('drain');
    await page.goto('/');
    const refusal = page.getByRole('alert').filter({ hasText: 'Le serveur va redémarrer' });
    const card = (system: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: system, exact: true }) });
    for (const system of ['Baston', 'GeneriK', 'énergie', 'Celtiques']) {
      for (const button of [/^Un combat /, /^Apprendre en trois minutes/]) {
        await card(system).getByRole('button', { name: button }).click();
        await expect(card(system).getByRole('alert')).toBeInViewport({ ratio: 0.9 });
        await expect(refusal).toHaveCount(1);
      }
    }
    await page.getByRole('button', { name: 'Cogner tout de suite' }).click();
    await expect(page.locator('.fight > .problem')).toBeInViewport({ ratio: 0.9 });
    // The guide at its own address, and an exercise far down on its page, show the refusal as well.
    await page.goto('/apprendre/celtiques');
    await page.getByRole('button', { name: 'Commencer' }).click();
    await expect(refusal).toBeInViewport({ ratio: 0.9 });
    await page.goto('/exercices');
    const last = page.locator('article.tile').last();
    await last.getByRole('button').click();
    await expect(last.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
    // The form of a room shows it too.
    expect((await page.request.post('/api/me', { data: { name: 'Suzy' } })).ok()).toBe(true);
    await page.goto('/new');
    await page.getByRole('button', { name: 'Ouvrir la salle' }).click();
    await expect(refusal).toBeInViewport({ ratio: 0.9 });
    await host.context.close();
    await who.context.close();
  });

test('an announcement that was closed stays closed after a reload, on every page', async ({ browser, baseURL, server }) => {
  const who = await person(browser, baseURL, '');
  const { page } = who;
  await server.admin('announce', '--fr', 'On ferme à minuit.', '--en', 'We close at midnight.');
  await page.goto('/');
  const words = page.getByRole('region', { name: 'Annonce' });
  await words.getByRole('button', { name: 'Fermer l’annonce' }).click();
  for (const path of ['/', '/rules', '/exercices']) {
    const told = page.waitForResponse('**/api/announcement');
    await page.goto(path);
    await told;
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(words).toHaveCount(0);
  }
  // Another text is another announcement.
  await server.admin('announce', '--fr', 'On ferme à une heure.', '--en', 'We close at one.');
  await page.reload();
  await expect(words).toContainText('On ferme à une heure.');
  await who.context.close();
});

test('the guide of a system has an address, and opening it starts no game', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, '', { screen: 'phone', lang: 'en' });
  const { page } = who;
  await page.goto('/learn/energie');
  await expect(page.getByRole('heading', { level: 1, name: 'Learn énergie in three minutes' })).toBeVisible();
  await fits(page);
  await thumbs(page);
  await accessible(page);
  expect(await (await page.request.get('/api/me')).json()).toBeNull();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/t\//);
  await page.goto('/learn/chess');
  await expect(page.getByRole('button', { name: 'Begin' })).toHaveCount(0);
  expect(who.faults).toEqual([]);
  await who.context.close();
});
