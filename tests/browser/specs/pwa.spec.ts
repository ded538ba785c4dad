import { expect, test } from '../fixtures';
import { accessible } from '../people';
import { say } from '../table';

test.use({ serviceWorkers: 'allow' });

/** Returns the number of parts of the client in the caches, and the number of all parts. */
const kept = async () => {
  const parts = (await (await fetch('/offline.json')).json()) as string[];
  const assets = await caches.open('bagarre-assets');
  const found = await Promise.all(parts.map((part) => assets.match(part)));
  const told = await caches.open('bagarre-told');
  const last = await told.match('/api/rulesets');
  return [found.filter(Boolean).length + (last ? 1 : 0), parts.length + 1];
};

test('the client, the rulebook and the editor are available offline after a second visit', async ({ page, context }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto('/');
  const manifest = await page.waitForSelector('link[rel="manifest"]', { state: 'attached' });
  const told = (await (await page.request.get((await manifest.getAttribute('href')) ?? '')).json()) as {
    display: string;
    icons: { sizes: string; purpose?: string }[];
  };
  expect(told.display).toBe('standalone');
  expect(told.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(told.icons.some((icon) => icon.purpose === 'maskable')).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // The first visit does not cache all parts.
  const [few, all] = await page.evaluate(kept);
  expect(few).toBeLessThan(all ?? 0);

  await page.reload();
  await expect.poll(() => page.evaluate(kept).then(([some, whole]) => (whole ?? 0) - (some ?? 0)), { timeout: 60_000 }).toBe(0);

  await context.setOffline(true);
  await page.goto('/rules/baston');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('BAS-').or(page.locator('main article, main section')).first()).toBeVisible();
  await accessible(page);
  await page.goto('/table');
  await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
  expect(faults).toEqual([]);
});

test('a push message is shown with its own text alone', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['notifications']);
  const session = await context.newCDPSession(page);
  const workers: { registrationId: string; isDeleted: boolean }[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => workers.push(...registrations));
  await session.send('ServiceWorker.enable');
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => workers.length).toBeGreaterThan(0);
  const registrationId = workers[0]?.registrationId ?? '';
  // A worker that has claimed the page is active.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  expect(await shown()).toEqual([]);
  const data = JSON.stringify({ title: 'À vous de jouer : Chez Raymond', body: 'Baston', link: `${baseURL}/t/abcdefghjk`, tag: 'x' });
  // A message that comes before the browser is ready is dropped silently; two messages with one tag are shown once.
  const pushed = async () => {
    await session.send('ServiceWorker.deliverPushMessage', { origin: baseURL, registrationId, data });
    return shown();
  };
  await expect.poll(pushed).toEqual([{ title: 'À vous de jouer : Chez Raymond', body: 'Baston', tag: 'x' }]);
});

test('a fight that was given up is over, and its replay is available offline', async ({ page, context }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole('button', { name: 'Cogner tout de suite' }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.getByRole('button', { name: say.confirm })).toBeVisible();

  await page.getByRole('button', { name: 'Places et invitation' }).click();
  await page.getByRole('button', { name: 'Abandonner la partie' }).click();
  await expect(page.getByText('ne peut plus gagner')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Oui, j’abandonne' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Revoir/ }).click();
  await expect(page).toHaveURL(/\/replay\//);
  const seen = page.getByRole('slider', { name: 'Moment de la partie' });
  await expect(seen).toBeVisible();
  await page.reload();
  await expect.poll(() => page.evaluate(kept).then(([some, whole]) => (whole ?? 0) - (some ?? 0)), { timeout: 60_000 }).toBe(0);

  await context.setOffline(true);
  await page.reload();
  await expect(seen).toBeVisible();
  await seen.press('End');
  await expect(page.getByRole('log')).toContainText('abandonne.');
  await context.setOffline(false);
  expect(faults).toEqual([]);
});
