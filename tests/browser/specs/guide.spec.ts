import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, type Kind, type Person } from '../people';
import { finish, view } from '../skirmish';
import { answer, say, skip, standing, steps } from '../table';

test.describe.configure({ timeout: 300_000 });

const KINDS: readonly (readonly [string, Kind])[] = [
  ['desktop, in French', { screen: 'wide' }],
  ['phone, in English', { screen: 'phone', lang: 'en' }],
];
/** Sizes of the screens that every step is looked at on, per kind. */
const SIZES = {
  wide: [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
  ],
  phone: [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ],
} as const;

const card = (page: Page) => page.getByTestId('guide');
const next = (page: Page) => page.getByTestId('guide-next');
const learn = (system: string) => new RegExp(`^(Apprendre en trois minutes|Learn in three minutes)\\s?: ${system}`);
const anchor = (page: Page, name: string) => page.locator(`[data-guide~="${name}"]`);

/** Presses what the guide points at, or the button in it. */
async function press({ page }: Person, name: string): Promise<void> {
  const there = anchor(page, name).last();
  const inside = there.getByRole('button').first();
  await ((await inside.count()) > 0 ? inside : there).click();
}

/** The guide stands at a step: its card hides nothing of what it points at, and all of it can be read and reached. */
async function at(someone: Person, step: string, points = true): Promise<void> {
  const { page } = someone;
  await expect(card(page)).toHaveAttribute('data-step', step);
  const screen = page.viewportSize()?.width === 390 ? 'phone' : 'wide';
  for (const size of [...SIZES[screen]].reverse()) {
    await page.setViewportSize(size);
    await expect(card(page)).toBeInViewport({ ratio: 1 });
    for (const button of await card(page).getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), step).toBeGreaterThanOrEqual(43.5);
    }
    if (points) {
      const ring = page.locator('.ring');
      await expect(ring).toBeVisible();
      await expect.poll(() => apart(page), { message: `${step}: the card and what it points at` }).toBe(true);
    }
    await fits(page);
    await picture(page, `guide-${step}-${await page.locator('html').getAttribute('lang')}`);
  }
}

/** Neither covers the other; the words are whole. */
const apart = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [one, other] = [document.querySelector('.guide'), document.querySelector('.ring')].map((element) => element?.getBoundingClientRect());
    const words = document.querySelector('.guide .words');
    if (!one || !other || !words) return false;
    // The outline stands a few pixels off what it is around.
    const off = 6;
    const clear = one.right <= other.left + off || other.right <= one.left + off || one.bottom <= other.top + off || other.bottom <= one.top + off;
    return clear && words.scrollHeight <= words.clientHeight + 1;
  });

/** Answers with the default, or shows at once what is being played, until the guide has left a step. */
async function until(someone: Person, left: string): Promise<void> {
  const { page } = someone;
  const now = async () => `${await card(page).getAttribute('data-step')} ${await standing(page)} ${await steps(page)}`;
  while ((await card(page).getAttribute('data-step')) === left) {
    const before = await now();
    if ((await standing(page)) === 'playing') await skip(page);
    else if ((await standing(page)) === 'mine') await answer(someone);
    await expect.poll(now).not.toBe(before);
  }
}

/** Plays on with what is given by default, and shows at once what is being played, until something is so. */
async function skirmish(someone: Person, done: () => Promise<boolean>): Promise<void> {
  const { page } = someone;
  const now = async () => `${await card(page).getAttribute('data-step')} ${await standing(page)} ${await steps(page)}`;
  const question = page.getByRole('dialog', { name: say.question });
  const phase = page.getByTestId('end-phase');
  while (!(await done())) {
    const before = await now();
    if ((await standing(page)) === 'playing') await skip(page);
    else if ((await standing(page)) === 'mine') {
      await expect(question.or(phase).first()).toBeVisible();
      if (await done()) return;
      if (await question.isVisible()) await question.locator('button.default').first().click();
      else await finish(someone);
    }
    await expect.poll(async () => (await now()) !== before || (await done())).toBe(true);
  }
}

/** Our figures that have a die left. */
const able = (page: Page) =>
  anchor(page, 'people')
    .getByRole('button')
    .filter({ has: page.locator('.pips i:not(.spent)') });

/** Picks one of our figures that may shoot, in this phase or a later one. */
async function gunner(someone: Person): Promise<void> {
  const { page } = someone;
  const shoot = page.locator('[data-act=shoot]');
  for (;;) {
    await skirmish(someone, () => able(page).first().isVisible());
    for (const figure of await able(page).all()) {
      await figure.click();
      await expect(page.locator('.palette [data-act]:not([aria-disabled=true])').first()).toBeVisible();
      if ((await shoot.count()) > 0 && (await shoot.getAttribute('aria-disabled')) === 'false') return;
    }
    const before = await steps(page);
    await page.getByTestId('end-phase').click();
    if (await page.locator('.end .sure').isVisible()) await page.getByTestId('end-phase').click();
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
  }
}

/** A place of the board, as a share of what can be seen of it. */
async function spot(page: Page, across: number, down: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('.board').first().boundingBox();
  if (!box) throw new Error('no board');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** A finger on the board, or a mouse. */
async function point({ page }: Person, { x, y }: { x: number; y: number }): Promise<void> {
  if (page.viewportSize()?.width === 390) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Opens the fight with the guide on. */
async function begin(someone: Person, system: string): Promise<void> {
  const { page } = someone;
  await page.goto('/');
  await page.getByRole('button', { name: learn(system) }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(card(page)).toBeVisible();
}

/** The guide is gone, a reload brings it not back, and home knows that it was followed. */
async function followed(someone: Person, system: string): Promise<void> {
  const { page } = someone;
  await expect(card(page)).toHaveCount(0);
  await expect(page.locator('.ring')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.table')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('button', { name: new RegExp(`${learn(system).source}.*(déjà suivi|followed already)`) })).toBeVisible();
  expect(someone.faults).toEqual([]);
  await someone.context.close();
}

for (const [where, kind] of KINDS) {
  test(`the guide leads through the first turn of Baston, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Suzy la Cogne' : 'Riton Tabouret', kind);
    const { page } = who;
    await begin(who, 'Baston');
    await at(who, 'sheet');
    await accessible(page);
    // What is pointed at was brought into sight once; whoever scrolls on is not pulled back.
    const sheet = page.locator('.sheet .body');
    await sheet.evaluate((body) => body.scrollTo({ top: body.scrollHeight, behavior: 'instant' }));
    const down = await sheet.evaluate((body) => body.scrollTop);
    expect(down).toBeGreaterThan(0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await sheet.evaluate((body) => body.scrollTop)).toBe(down);
    // Nobody's keyboard is taken away.
    expect(await page.evaluate(() => document.activeElement?.closest('[data-testid=guide]') === null)).toBe(true);
    await next(page).click();
    await at(who, 'step');
    await press(who, 'move-M');
    await at(who, 'step');
    await anchor(page, 'compass').getByRole('button', { disabled: false }).first().click();
    await at(who, 'blow');
    // A reload comes back to the step where one was.
    await page.reload();
    await at(who, 'blow');
    await anchor(page, 'row').locator('[data-cell$=".0.2"]').click();
    await press(who, 'blow-CP');
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
    // Where nobody came to blows there is no such line to open.
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
    // A bot that goes first is told of, and waited for.
    await skirmish(who, () => page.locator('.phase').isVisible());
    await at(who, 'figures');
    await accessible(page);
    await anchor(page, 'people').getByRole('button').first().click();
    await at(who, 'run');
    // The same ground twice: the camera may have gone there meanwhile.
    const first = await view(page);
    const ground = await spot(page, 0.35, 0.8);
    await point(who, ground);
    await expect(page.getByTestId('do-it')).toBeEnabled();
    await picture(page, 'guide-run-way');
    const then = await view(page);
    const scale = then.width / first.width;
    await point(who, { x: then.x + (ground.x - first.x) * scale, y: then.y + (ground.y - first.y) * scale });
    await expect(card(page)).toHaveAttribute('data-step', 'shoot');
    await gunner(who);
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
    await expect(card(page)).not.toHaveAttribute('data-step', 'shoot');
    if ((await card(page).getAttribute('data-step')) === 'end-phase') {
      await skirmish(who, async () => (await card(page).getAttribute('data-step')) !== 'end-phase' || page.locator('.phase').isVisible());
    }
    if ((await card(page).getAttribute('data-step')) === 'end-phase') {
      await at(who, 'end-phase');
      await finish(who);
    }
    await skirmish(who, async () => /react|end$/.test((await card(page).getAttribute('data-step')) ?? ''));
    if ((await card(page).getAttribute('data-step')) === 'react') {
      await at(who, 'react');
      await page.getByTestId('fire').or(page.getByTestId('let-pass')).first().click();
    }
    await at(who, 'end');
    await next(page).click();
    await followed(who, 'GeneriK');
  });
}

test('the guide is left with Escape or its button, and taken up again from the help of the table', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, 'Lulu la Mandale', { screen: 'wide' });
  const { page } = who;
  await begin(who, 'Baston');
  await next(page).click();
  await at(who, 'step');
  // What else there is to leave with the key is left first: the order, then the palette.
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
  await at(who, 'step');
  await page.getByRole('button', { name: 'Quitter le guide' }).click();
  await expect(card(page)).toHaveCount(0);
  // The game has lost nothing.
  await page.getByRole('button', { name: say.confirm }).click();
  await expect.poll(() => steps(page)).toBeGreaterThan(0);
  expect(who.faults).toEqual([]);
  await who.context.close();
});
