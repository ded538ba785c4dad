/** High contrast: the colours of the system replace those of the page, but all differences must stay visible. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { person, picture } from '../people';
import { GAME, released } from '../stored';
import { say, skip, standing } from '../table';
import { answer } from '../warriors';

test.describe.configure({ timeout: 240_000 });

/** Returns the colours and the outline of an element. One that was replaced meanwhile has none, and throws. */
const look = (element: Locator) =>
  element.evaluate(
    (it) => {
      const { backgroundColor, color, outlineStyle, outlineColor, borderColor } = getComputedStyle(it);
      if (!it.isConnected) throw new Error('the element was replaced');
      return { backgroundColor, color, outlineStyle, outlineColor, borderColor };
    },
    undefined,
    { timeout: 5000 },
  );

async function differ(one: Locator, other: Locator, what: string): Promise<void> {
  await expect(async () => {
    const [a, b] = [await look(one), await look(other)];
    expect(a.backgroundColor, what).not.toBe(b.backgroundColor);
    expect(a.color, what).not.toBe(a.backgroundColor);
  }).toPass({ timeout: 20_000 });
}

async function forced(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
}

/** Starts a fight, and waits for the first question. */
async function fight(page: Page, ruleset: string): Promise<void> {
  const { id } = await page.evaluate(async (ruleset) => {
    const opened = await fetch('/api/fights', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ruleset, name: 'Ginette' }),
    });
    return (await opened.json()) as { id: string };
  }, ruleset);
  await page.goto(`/r/${id}`);
  await page.getByRole('button', { name: say.start }).click();
  await expect.poll(() => standing(page), { timeout: 60_000 }).toBe('mine');
}

test('the current language, page, tab and choice stay visible', async ({ browser, baseURL }) => {
  const { page, context } = await person(browser, baseURL, 'Ginette');
  await forced(page);
  await page.goto('/rules/baston');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await differ(page.getByRole('button', { name: /^FR/ }), page.getByRole('button', { name: /^EN/ }), 'language');
  const books = page.locator('nav.books a');
  await differ(books.and(page.locator('[aria-current]')).first(), books.and(page.locator(':not([aria-current])')).first(), 'book');
  await picture(page, 'forced-rules');
  await page.evaluate(() => fetch('/api/me', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Ginette' }) }));
  await fight(page, 'baston');
  await differ(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }).first(), 'tab');
  await picture(page, 'forced-table');

  // A step has one of the directions that are possible.
  await page
    .getByRole('button', { name: /marcher/ })
    .first()
    .click();
  const compass = page.locator('.compass');
  await expect(compass).toBeVisible();
  const chosen = compass.locator('button[aria-pressed=true]');
  if ((await chosen.count()) === 0) await compass.locator('button:enabled').first().click();
  if (await chosen.isVisible()) await differ(chosen, compass.locator('button[aria-pressed=false]:enabled').first(), 'direction');
  await picture(page, 'forced-compass');
  await context.close();
});

test('the default answer has an outline', async ({ browser, baseURL }) => {
  const one = await person(browser, baseURL, 'Ginette');
  const { page, context } = one;
  await forced(page);
  await page.goto('/');
  await fight(page, 'celtiques');
  const usual = page.locator('.side button.default').first();
  // The first questions may have no default.
  await expect(async () => {
    if (await usual.isVisible()) return;
    if ((await standing(page)) === 'playing') await skip(page);
    if ((await standing(page)) === 'mine' && !(await usual.isVisible())) await answer(one);
    expect(await usual.isVisible()).toBe(true);
  }).toPass({ timeout: 120_000 });
  // A message of the server renders the answers again.
  await expect(async () => expect((await look(usual)).outlineStyle).toBe('dashed')).toPass();
  await picture(page, 'forced-default');
  await context.close();
});

test('the colours of scores stay', async ({ browser, baseURL }) => {
  const { page, context } = await person(browser, baseURL, 'Ginette');
  await released(page, 'baston-v4/SCN-00');
  await page.goto(`/replay/${GAME}`);
  await page.getByRole('button', { name: 'Aller à la fin' }).click();
  const whole = page.locator('.vitals .bar:not(.low, .gone) i').first();
  const low = page.locator('.vitals .bar.low i').first();
  await expect(whole).toBeAttached();
  await expect(low).toBeAttached();
  const plain = [await look(whole), await look(low)].map(({ backgroundColor }) => backgroundColor);
  await forced(page);
  expect([await look(whole), await look(low)].map(({ backgroundColor }) => backgroundColor)).toEqual(plain);
  expect(new Set(plain).size).toBe(2);
  await picture(page, 'forced-replay');
  await context.close();
});
