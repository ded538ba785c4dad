/** Threats to a figure where it stands, or at another place: the rules answer, and the board shows them as lines and in words. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture } from '../people';
import { startSkirmish } from '../skirmish';

test.describe.configure({ timeout: 240_000 });

const ASK = /^(Qui m’atteint ici \?|Who can reach me here\?)$/;

test('the board shows the threats to a figure, on a large screen and on a phone', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const suzy = await person(browser, baseURL, 'Suzy');
  const players = [ginette, momo] as const;
  await startSkirmish(players, suzy);

  for (const [seat, { page }] of players.entries()) {
    const told = page.locator('.threats');
    const toggle = page.getByRole('button', { name: ASK });
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await expect(told).toHaveCount(0);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    // The sides are still too far apart, which is shown as well.
    await expect(told.locator('p')).toBeVisible();
    await picture(page, 'threats');
    await accessible(page);
    await fits(page);
    // The question is about another figure of the player once that is chosen; the list is sorted by seats.
    const before = await told.locator('p').textContent();
    const figures = page.locator('.describe ul').first().getByRole('button');
    const other = seat === 0 ? figures.nth(1) : figures.last();
    await other.focus();
    await other.press('Enter');
    await expect.poll(() => told.locator('p').textContent()).not.toBe(before);
  }

  // The setting is kept through a reload, and a key changes it as well.
  const { page } = ginette;
  await page.reload();
  await expect(page.getByRole('button', { name: ASK })).toHaveAttribute('aria-pressed', 'true');
  await page.locator('[data-zoom]').press('t');
  await expect(page.getByRole('button', { name: ASK })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('[data-threat]')).toHaveCount(0);

  // Only seats may ask the rules.
  await expect(suzy.page.locator('[data-zoom]')).toBeVisible();
  await expect(suzy.page.getByRole('button', { name: ASK })).toHaveCount(0);
  for (const { faults } of [...players, suzy]) expect(faults).toEqual([]);
});

for (const screen of ['wide', 'phone'] as const) {
  test(`a line joins an adjacent opponent to the figure (${screen})`, async ({ browser, baseURL }) => {
    const { page, faults } = await person(browser, baseURL, 'Ginette', { screen });
    await page.goto('/');
    await page.getByRole('link', { name: /^(S’exercer|Practise)$/ }).click();
    await page.getByRole('button', { name: /^Une épée, une fronde/ }).click();
    await expect(page).toHaveURL(/\/t\//);
    const toggle = page.getByRole('button', { name: ASK });
    await toggle.click();
    await expect(page.locator('[data-threat="reach-1"]')).toHaveCount(1);
    await expect(page.locator('.threats li')).toHaveText(/^Eponina peut venir au contact/);
    await picture(page, 'threats-line');
    await accessible(page);
    await fits(page);
    await toggle.click();
    await expect(page.locator('[data-threat]')).toHaveCount(0);
    expect(faults).toEqual([]);
  });
}

/** An exercise of each system with free places on its board. */
const EXERCISES = { baston: /^Une canette, vite/, generik: /^Deux pistolets, une cible/, energie: /^Vingt mètres/, celtiques: /^Une épée, une fronde/ };
const THERE = /à cet endroit(, menaces)?\s:/;

/** Returns a lattice of places of the board that no other element covers. */
async function lattice(page: Page): Promise<{ x: number; y: number }[]> {
  return page.locator('[data-zoom]').evaluate((board) => {
    const { left, top, width, height } = board.getBoundingClientRect();
    const shares = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
    const all = shares.flatMap((y) => shares.map((x) => ({ x: left + width * x, y: top + height * y })));
    return all.filter(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('.camera, [data-zoom]') && !document.elementFromPoint(x, y)?.closest('[data-own-pointer]'),
    );
  });
}

/** Points at one place after another until the rules answer about one. */
async function pointAtFree(page: Page, point: (at: { x: number; y: number }) => Promise<void>): Promise<void> {
  const places = await lattice(page);
  let next = 0;
  await expect(async () => {
    await point(places[next++ % places.length] as { x: number; y: number });
    await expect(page.locator('.threats p')).toHaveText(THERE, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator('[data-threat-spot]')).toHaveCount(1);
}

for (const [system, title] of Object.entries(EXERCISES)) {
  test(`the mouse, the keys and a long press ask about a free place (${system})`, async ({ browser, baseURL }) => {
    const { page, faults } = await person(browser, baseURL, 'Ginette', { screen: 'wide' });
    await page.goto('/');
    await page.getByRole('link', { name: /^(S’exercer|Practise)$/ }).click();
    await page.getByRole('button', { name: title }).click();
    await expect(page).toHaveURL(/\/t\//);
    await page.getByRole('button', { name: ASK }).click();
    await expect(page.locator('.threats p')).toBeVisible();

    await pointAtFree(page, ({ x, y }) => page.mouse.move(x, y));
    await picture(page, `threats-place-${system}`);
    await accessible(page);
    await page.mouse.move(2, 2);

    // The cursor of the keyboard points as well, after the mouse has left.
    const board = page.locator('[data-zoom]');
    await board.focus();
    await expect(async () => {
      await board.press(system === 'generik' ? 'Alt+ArrowRight' : 'ArrowRight');
      await expect(page.locator('.threats p')).toHaveText(THERE, { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await page.getByRole('button', { name: ASK }).focus();

    const touch = await page.context().newCDPSession(page);
    const finger = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    await pointAtFree(page, async (at) => {
      await finger('touchStart', [at]);
      try {
        await expect(page.locator('[data-threat-spot]')).toHaveCount(1, { timeout: 2_000 });
      } finally {
        await finger('touchEnd', []);
      }
    });
    expect(faults).toEqual([]);
  });
}
