import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../fixtures';

test('the home page opens, without a fault in the console and without an axe violation', async ({ page }) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((violation) => `${violation.id}: ${violation.help}`)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a page of the client opens by its own address', async ({ page, request }) => {
  const deep = await page.goto('/rules');
  expect(deep?.status()).toBe(200);
  const missing = await request.get('/api/no-such-thing');
  expect(missing.status()).toBe(404);
  expect(((await missing.json()) as { code: string }).code).toBe('http.not_found');
});
