import { expect, test } from '../fixtures';
import { accessible } from '../people';

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
  test(`nothing jumps on the home page when the games that are played come, ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    // The page is painted before it knows them.
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
