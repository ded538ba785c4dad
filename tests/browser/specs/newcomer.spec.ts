import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, thumbs, type Kind, type Person } from '../people';
import { say, standing, steps } from '../table';

test.describe.configure({ timeout: 240_000 });

/** The most taps from the page to a first blow. */
const MOST = 3;

/** Somebody who has never been here, and who counts the taps. */
class Newcomer {
  taps = 0;
  readonly who: Person;
  private readonly since = Date.now();

  constructor(who: Person) {
    this.who = who;
  }

  /** Taps what is there to be tapped; a scroll is no tap. */
  async tap(there: Locator): Promise<void> {
    await there.scrollIntoViewIfNeeded();
    if (this.who.page.viewportSize()?.width === 390) await there.tap();
    else await there.click();
    this.taps += 1;
  }

  /** What it took, for whoever reads the report: nothing is asserted of time. */
  note(system: string): void {
    const seconds = ((Date.now() - this.since) / 1000).toFixed(1);
    test.info().annotations.push({ type: 'first order', description: `${system}: ${this.taps} taps, ${seconds} s` });
    console.log(`first order, ${system}, ${this.who.page.viewportSize()?.width} px: ${this.taps} taps, ${seconds} s`);
  }
}

const KINDS: readonly (readonly [string, Kind])[] = [
  ['desktop, in French', { screen: 'wide' }],
  ['phone, in English', { screen: 'phone', lang: 'en' }],
];

for (const [where, kind] of KINDS) {
  test(`a newcomer strikes a first blow of Baston in ${MOST} taps, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Momo Tabouret' : 'Marcel la Cogne', kind);
    const { page } = who;
    await page.goto('/');
    const hurried = new Newcomer(who);
    await hurried.tap(page.getByRole('button', { name: /^(Cogner tout de suite|Fight right now)$/ }));
    await expect(page).toHaveURL(/\/t\//);
    await hurried.tap(page.locator('[data-blow=CP]'));
    await hurried.tap(page.getByRole('button', { name: say.confirm }));
    // The sheets are turned over: what was written is played.
    await expect.poll(() => steps(page)).toBeGreaterThan(0);
    await expect.poll(() => standing(page)).not.toBe('mine');
    hurried.note('Baston');
    expect(hurried.taps).toBeLessThanOrEqual(MOST);
    await picture(page, `first-blow-${kind.lang ?? 'fr'}`);
    await expect(page.getByRole('timer')).toHaveCount(0);
    expect(who.faults).toEqual([]);
    await who.context.close();
  });

  test(`a newcomer fires a first shot of GeneriK in ${MOST} taps, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Josiane Tabouret' : 'Ginette la Cogne', kind);
    const { page } = who;
    await page.goto('/');
    const hurried = new Newcomer(who);
    await hurried.tap(page.getByRole('button', { name: /^(Un combat de GeneriK|A fight of GeneriK)$/ }));
    await expect(page).toHaveURL(/\/t\//);
    await hurried.tap(page.locator('.palette [data-act=shoot]'));
    const before = await steps(page);
    const fire = page.locator('.making .btn.main');
    await expect(fire).toBeEnabled();
    await hurried.tap(fire);
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
    hurried.note('GeneriK');
    expect(hurried.taps).toBeLessThanOrEqual(MOST);
    await picture(page, `first-shot-${kind.lang ?? 'fr'}`);
    expect(who.faults).toEqual([]);
    await who.context.close();
  });
}

test('home shows all systems with one main button; the one who fights gets a name that can be changed, and a bot with another band', async ({
  browser,
  baseURL,
}) => {
  const who = await person(browser, baseURL, '', { screen: 'wide' });
  const { page } = who;
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.locator('.page .btn.main')).toHaveCount(1);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.locator('.page .btn.main')).toBeInViewport();
    await fits(page);
    await thumbs(page);
    await picture(page, 'home', true);
  }
  await accessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Cogner tout de suite' }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect.poll(() => standing(page)).toBe('mine');
  const me = (await (await page.request.get('/api/me')).json()) as { name: string };
  expect(me.name).not.toBe('');
  const renamed = await page.request.patch('/api/me', { data: { name: 'Zaza' } });
  expect(renamed.status()).toBe(200);
  // Nobody at the table is called like somebody else.
  const names = await page.locator('.describe ul').first().getByRole('button').allTextContents();
  expect(new Set(names).size).toBe(names.length);
  // A reload comes back to the same fight, and starts nothing anew.
  const before = page.url();
  await page.reload();
  await expect.poll(() => standing(page)).toBe('mine');
  expect(page.url()).toBe(before);
  expect(who.faults).toEqual([]);
  await who.context.close();
});

test('whoever opens a room sits in it; guests are not told to seat bots; forms show their buttons without scrolling', async ({ browser, baseURL }) => {
  const host = await person(browser, baseURL, 'Ginette');
  const guest = await person(browser, baseURL, 'Momo', { lang: 'en' });
  const { page } = host;
  await page.goto('/new');
  await page.getByRole('dialog').getByRole('textbox').fill('Ginette');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrer' }).click();
  const submit = page.getByRole('button', { name: say.submitRoom });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect(submit).toBeInViewport({ ratio: 1 });
    await picture(page, 'new-room');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await submit.click();
  await expect(page.getByRole('button', { name: say.stand })).toBeVisible();
  const start = page.getByRole('button', { name: say.start });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await expect(start).toBeInViewport();
    await picture(page, 'lobby');
  }
  await expect(page.getByText(/mets un robot/)).toBeVisible();
  // What each characteristic is for stands where it is set, on a phone too.
  for (const stat of ['Force', 'Dextérité', 'Vitesse', 'Constitution']) await expect(page.locator('.stat').filter({ hasText: stat })).toBeVisible();
  await page.locator('.stats').scrollIntoViewIfNeeded();
  await picture(page, 'characteristics');
  const link = await page.getByRole('textbox', { name: say.invitation }).inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole('dialog').getByRole('textbox').fill('Momo');
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Walk in' }).click();
  await expect(guest.page.getByText('somebody in seat B')).toBeVisible();
  await expect(guest.page.getByText(/put in a bot/)).toHaveCount(0);
  // Bots say who they are, and how well they play.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Gérer la place B' }).click();
  await expect(page.getByRole('button', { name: /Mettre Gros-Pierre, robot Cogneur/ })).toContainText('Fonce sur qui est à portée');
  await picture(page, 'bots');
  for (const { faults, context } of [host, guest]) {
    expect(faults).toEqual([]);
    await context.close();
  }
});
