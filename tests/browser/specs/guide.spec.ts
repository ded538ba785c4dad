import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { anchor, at, begin, card, followed, KINDS, lead, next, point, press, stepOf } from '../guide';
import { accessible, person, picture, type Person } from '../people';
import { finish, view } from '../skirmish';
import { answer, say, sealed, skip, standing, steps } from '../table';

test.describe.configure({ timeout: 300_000 });

/** The dialog of a decision. */
const question = (page: Page) => page.getByRole('dialog', { name: say.question });

/** Takes the defaults and skips the playback until the guide has left a step. */
const until = (someone: Person, left: string) =>
  lead(
    someone,
    question(someone.page).or(someone.page.getByRole('button', { name: say.confirm })),
    async () => (await stepOf(someone.page)) !== left,
    () => answer(someone),
  );

/** Plays GeneriK with the defaults and skips the playback until `done` returns true. */
async function skirmish(someone: Person, done: () => Promise<boolean>): Promise<void> {
  const { page } = someone;
  await lead(someone, question(page).or(page.getByTestId('end-phase')), done, async () => {
    if (await question(page).isVisible()) await question(page).locator('button.default').first().click();
    else await finish(someone);
  });
}

/** The figures of the player that have a die left. */
const able = (page: Page) =>
  anchor(page, 'people')
    .getByRole('button')
    .filter({ has: page.locator('[data-die=left]') });

/** Picks a figure of the player that may shoot, in this phase or a later one; `false` if the fight, and so the guide, ended before. */
async function gunner(someone: Person): Promise<boolean> {
  const { page } = someone;
  const shoot = page.locator('[data-act=shoot][aria-disabled=false]');
  for (;;) {
    await skirmish(someone, async () => (await stepOf(page)) === '' || (await able(page).first().isVisible()));
    if ((await stepOf(page)) === '') return false;
    for (const figure of await able(page).all()) {
      await figure.click();
      await expect(page.locator('.palette [data-act]:not([aria-disabled=true])').first()).toBeVisible();
      // The figure may not shoot until the server has answered with its actions.
      await expect(page.getByTestId('looking')).toBeHidden();
      if ((await shoot.count()) > 0) return true;
    }
    const before = await steps(page);
    await page.getByTestId('end-phase').click();
    if (await page.locator('.end .sure').isVisible()) await page.getByTestId('end-phase').click();
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
  }
}

/** Ends the phase with the guide and reacts, unless the fight has ended. */
async function reacts(who: Person): Promise<void> {
  const { page } = who;
  const left = async (step: string) => (await stepOf(page)) !== step;
  await skirmish(who, async () => (await left('end-phase')) || page.locator('.phase').isVisible());
  if (!(await left('end-phase'))) {
    await at(who, 'end-phase');
    await finish(who);
  }
  await skirmish(who, async () => (await left('end-phase')) && (await left('wait')));
  if (!(await left('react'))) {
    await at(who, 'react');
    await page.getByTestId('fire').or(page.getByTestId('let-pass')).first().click();
    await expect.poll(() => left('react')).toBe(true);
  }
}

/** Fires with the guide, and ends the guide. */
async function shoots(who: Person): Promise<void> {
  const { page } = who;
  await at(who, 'shoot');
  for (const tap of ['shows the odds', 'fires']) {
    await view(page);
    const ring = await page.locator('.ring').boundingBox();
    if (!ring) throw new Error('nobody to shoot at');
    await point(who, { x: ring.x + ring.width / 2, y: ring.y + ring.height / 2 });
    if (tap === 'shows the odds') {
      await expect(page.locator('.offers')).toContainText('%');
      await picture(page, 'guide-shoot-odds');
    }
  }
  await expect.poll(() => stepOf(page)).not.toBe('shoot');
  if ((await stepOf(page)) === 'end') {
    await at(who, 'end');
    await next(page).click();
  }
}

/** Returns a place on screen, as shares of the width and the height of the board. */
async function spot(page: Page, across: number, down: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.board').first().boundingBox();
  if (!box) throw new Error('no board');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

for (const [where, kind] of KINDS) {
  test(`the guide leads through the first turn of Baston, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Suzy la Cogne' : 'Riton Tabouret', kind);
    const { page } = who;
    await begin(who, 'Baston');
    await at(who, 'sheet');
    await accessible(page);
    // The guide scrolls its element into view once, and does not scroll back after the player.
    const sheet = page.locator('.sheet .body');
    await sheet.evaluate((body) => body.scrollTo({ top: body.scrollHeight, behavior: 'instant' }));
    const down = await sheet.evaluate((body) => body.scrollTop);
    expect(down).toBeGreaterThan(0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await sheet.evaluate((body) => body.scrollTop)).toBe(down);
    // The guide does not take the focus.
    expect(await page.evaluate(() => document.activeElement?.closest('[data-testid=guide]') === null)).toBe(true);
    await next(page).click();
    await at(who, 'blow');
    await press(who, 'blow-CP');
    await at(who, 'step');
    // A reload keeps the step.
    await page.reload();
    await at(who, 'step');
    await anchor(page, 'row').locator('[data-cell$=".1.1"]').click();
    await press(who, 'move-M');
    await at(who, 'step');
    await anchor(page, 'compass').getByRole('button', { disabled: false }).first().click();
    await at(who, 'rest');
    await next(page).click();
    await at(who, 'confirm');
    await press(who, 'confirm');
    await expect(card(page)).toHaveAttribute('data-step', /reveal|story/);
    if ((await card(page).getAttribute('data-step')) === 'reveal') await at(who, 'reveal');
    await until(who, 'reveal');
    await at(who, 'story');
    const decision = page.getByRole('dialog', { name: say.question });
    while (await decision.isVisible()) {
      const before = await steps(page);
      await answer(who);
      await expect.poll(() => steps(page)).toBeGreaterThan(before);
      await skip(page);
    }
    if (!(await page.getByRole('log').isVisible())) await press(who, 'tab-log');
    await expect(page.getByRole('log')).toBeVisible();
    await at(who, 'story');
    // Without a blow there is no such line to open.
    if ((await anchor(page, 'line-to_hit').count()) > 0) await press(who, 'line-to_hit');
    else await next(page).click();
    await at(who, 'end', false);
    await next(page).click();
    await followed(who, 'Baston');
  });

  test(`the guide leads through the first turn of GeneriK, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Zaza Gros-Bras' : 'Paulo Bourre-Pif', kind);
    const { page } = who;
    await begin(who, 'GeneriK');
    // A bot may have the first phase.
    await skirmish(who, () => page.locator('.phase').isVisible());
    await at(who, 'figures');
    await accessible(page);
    await anchor(page, 'people').getByRole('button').first().click();
    await at(who, 'run');
    // The second press means the same ground, but the camera may have moved in between.
    const first = await view(page);
    const ground = await spot(page, 0.35, 0.8);
    await point(who, ground);
    await expect(page.getByTestId('do-it')).toBeEnabled();
    await picture(page, 'guide-run-way');
    const then = await view(page);
    const scale = then.width / first.width;
    await point(who, { x: then.x + (ground.x - first.x) * scale, y: then.y + (ground.y - first.y) * scale });
    await expect(card(page)).toHaveAttribute('data-step', 'end-phase');
    await reacts(who);
    if (await gunner(who)) await shoots(who);
    // The guide counts as followed also when the fight ends before it.
    await followed(who, 'GeneriK');
  });
}

test('the guide is left with Escape or its button, and taken up again from the help of the table', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, 'Lulu la Mandale', { screen: 'wide' });
  const { page } = who;
  await begin(who, 'Baston');
  await next(page).click();
  await at(who, 'blow');
  // Escape leaves the order first, then the palette, then the guide.
  await press(who, 'move-M');
  await page.keyboard.press('Escape');
  await expect(anchor(page, 'compass')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(anchor(page, 'round-1')).toBeFocused();
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect.poll(() => standing(page)).toBe('mine');
  await expect(card(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Aide' }).click();
  await page.getByTestId('learn').click();
  await at(who, 'blow');
  await page.getByRole('button', { name: 'Quitter le guide' }).click();
  await expect(card(page)).toHaveCount(0);
  // The game can be played on.
  await sealed(page);
  await expect.poll(() => steps(page)).toBeGreaterThan(0);
  expect(who.faults).toEqual([]);
  await who.context.close();
});
