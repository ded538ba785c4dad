import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, thumbs, type Person } from '../people';
import { say, sealed, untilTold } from '../table';

test.describe.configure({ timeout: 240_000 });

const SIZES = [
  { width: 1440, height: 900, screen: 'wide' },
  { width: 1366, height: 768, screen: 'wide' },
  { width: 390, height: 844, screen: 'phone' },
  { width: 844, height: 390, screen: 'phone' },
] as const;

/** Starts a fight of Baston against a bot, and waits for the first question. */
async function fight(someone: Person): Promise<void> {
  const { page, name } = someone;
  await page.goto('/healthz');
  const room = await page.evaluate(async (name) => {
    const post = async (path: string, body: unknown) => {
      const said = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      if (!said.ok) throw new Error(await said.text());
      return (await said.json()) as { id: string };
    };
    await post('/api/me', { name });
    const terms = { ruleset: 'baston', scenario: 'SCN-00', seats: 2, size: 2, clocks: { kind: 'rules' } };
    return post('/api/rooms', { name: 'Le comptoir', ...terms, spectators: true, spectator_delay: 0, listed: false });
  }, name);
  await page.goto(`/r/${room.id}`);
  const sit = page.getByRole('button', { name: say.sit }).first();
  const band = page.getByRole('button', { name: say.gang }).first();
  await expect(sit.or(band).first()).toBeVisible();
  if (!(await band.isVisible())) await sit.click();
  await band.click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
  await page.getByRole('button', { name: /^(Gérer la place 2|Manage seat 2)$/ }).click();
  await page
    .getByRole('button', { name: /robot Cogneur|robot: Brawler/ })
    .first()
    .click();
  await page.getByRole('button', { name: say.start }).click();
  await expect(question(page)).toBeVisible();
}

const question = (page: Page) => page.getByRole('dialog', { name: say.question });
const confirm = (page: Page) => page.getByRole('button', { name: say.confirm });

async function box(of: Locator) {
  const found = await of.boundingBox();
  if (!found) throw new Error('nothing is shown');
  return found;
}

/** Checks that two elements do not overlap. */
async function apart(page: Page, one: Locator, other: Locator, what: string): Promise<void> {
  const [a, b] = [await box(one), await box(other)];
  const clear = a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;
  expect.soft(clear, `${what} at ${page.viewportSize()?.width}`).toBe(true);
}

async function inSight(page: Page, of: Locator, what: string): Promise<void> {
  const { x, y, width, height } = await box(of);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = x >= -1 && y >= -1 && x + width <= size.width + 1 && y + height <= size.height + 1;
  expect.soft(whole, `${what} at ${size.width}`).toBe(true);
}

for (const { width, height, screen } of SIZES) {
  test(`questions, clocks and tools lie beside the board at ${width} by ${height}`, async ({ browser, baseURL }) => {
    const ginette = await person(browser, baseURL, 'Ginette', { screen });
    const { page } = ginette;
    await page.setViewportSize({ width, height });
    await fight(ginette);
    const board = page.locator('.table > .board');
    const clock = page.locator('.wait').getByRole('timer');
    for (const [one, what] of [
      [question(page), 'the question'],
      [page.locator('.table > .strip'), 'keys and tools'],
      [page.locator('.table > .wait'), 'who is waited for'],
    ] as const) {
      await apart(page, one, board, what);
    }
    await inSight(page, clock, 'the clock');
    // The moment of the game is not cut off, and nothing overflows the bar.
    const whole = (one: Element) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;
    expect.soft(await page.locator('header.bar .moment').evaluate(whole), `the moment at ${width}`).toBe(true);
    expect.soft(await page.locator('header.bar').evaluate(whole), `the bar at ${width}`).toBe(true);
    const cramped = await page.getByRole('tab').evaluateAll((tabs) =>
      tabs
        .filter((tab) => {
          const edge = tab.getBoundingClientRect();
          return [...tab.children].some((part) => {
            const { left, right, width } = part.getBoundingClientRect();
            return width > 0 && (left < edge.left + 3 || right > edge.right - 3);
          });
        })
        .map((tab) => tab.id),
    );
    expect.soft(cramped, `the tabs at ${width}`).toEqual([]);
    await picture(page, 'table-question');
    await fits(page);
    await accessible(page);
    await thumbs(page);

    // After an answer with the keyboard the focus stays in the table.
    while (!(await confirm(page).isVisible())) {
      await expect(question(page).or(confirm(page)).first()).toBeVisible();
      if (!(await question(page).isVisible())) continue;
      await untilTold(page, () => question(page).locator('button.default').first().press('Enter'));
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.table') !== null)).toBe(true);
    }

    // The button that confirms the sheet is in sight, and each tile has its word under its code, also for screen readers.
    await inSight(page, confirm(page), 'confirm');
    await apart(page, confirm(page), board, 'confirm');
    const tiles = page.locator('.palette .tile');
    await expect(tiles.first()).toBeVisible();
    for (const tile of await tiles.all()) {
      const word = tile.locator('span').first();
      await expect(word).toBeVisible();
      await expect(word).toHaveCSS('font-size', /^1[3-9]/);
      expect(await tile.innerText()).toContain(await word.innerText());
    }
    await picture(page, 'table-sheet');
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await inSight(page, clock, 'the clock');
    }
    await fits(page);
    await accessible(page);
    await thumbs(page);
    expect(ginette.faults).toEqual([]);
  });
}

test('a panel that is chosen during a playback stays', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const { page } = ginette;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await fight(ginette);
  while (!(await confirm(page).isVisible())) {
    await expect(question(page).or(confirm(page)).first()).toBeVisible();
    if (!(await question(page).isVisible())) continue;
    await untilTold(page, () => question(page).locator('button.default').first().click());
  }
  // The tab of orders is chosen as soon as the playback begins, and any later change of the tab is recorded.
  await page.evaluate(() => {
    const table = document.querySelector<HTMLElement>('.table');
    const orders = document.querySelector<HTMLElement>('#tab-orders');
    if (!table || !orders) throw new Error('no table');
    const begun = new MutationObserver(() => {
      if (table.dataset.state !== 'playing') return;
      begun.disconnect();
      orders.click();
      table.dataset.chosen = 'orders';
      new MutationObserver(() => (table.dataset.chosen = 'taken')).observe(orders, { attributeFilter: ['aria-selected'] });
    });
    begun.observe(table, { attributeFilter: ['data-state'] });
  });
  await sealed(page);
  const table = page.locator('.table');
  await expect(table).toHaveAttribute('data-chosen', /./);
  await expect(table).not.toHaveAttribute('data-state', 'playing', { timeout: 60_000 });
  await expect(table).toHaveAttribute('data-chosen', 'orders');
  expect(ginette.faults).toEqual([]);
});
