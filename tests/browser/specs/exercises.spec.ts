import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, thumbs, type Person } from '../people';
import { question } from '../skirmish';
import { say, sealed, standing, steps } from '../table';

test.describe.configure({ timeout: 240_000 });

/** The banner of the exercise: its goal and its progress. */
const banner = ({ page }: Person) => page.locator('section.exercise');

/** Opens the page of exercises from the bar, and starts an exercise by its name. */
async function open(who: Person, name: RegExp): Promise<void> {
  const { page } = who;
  await page.goto('/');
  await page.getByRole('link', { name: /^(S’exercer|Practise)$/ }).click();
  await page.getByRole('button', { name }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(banner(who)).toHaveAttribute('data-progress', 'open');
}

/** Takes the defaults and skips the playback until the exercise is decided. */
async function settle(who: Person): Promise<void> {
  const { page } = who;
  await expect(async () => {
    const end = page.getByRole('button', { name: say.skip });
    if (await end.isEnabled().catch(() => false)) await end.click();
    if ((await banner(who).getAttribute('data-progress')) === 'open') {
      const next = page.getByRole('button', { name: say.confirm }).or(page.locator('.asked button.default')).first();
      if (await next.isEnabled().catch(() => false)) await next.click();
    }
    expect(await banner(who).getAttribute('data-progress')).not.toBe('open');
  }).toPass({ timeout: 120_000 });
}

test('an exercise without orders is missed, and can be started again', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, 'Ginette', { screen: 'wide' });
  const { page } = who;
  await open(who, /^Encore un petit/);
  const first = page.url();
  // The longest title of the sheet is not cut off, and a sheet that is not saved yet says so.
  const title = page.locator('.sheet header h3');
  await title.evaluate((heading) => (heading.textContent = 'Reprogrammer les secoués'));
  expect(await title.evaluate((heading) => [heading.scrollWidth - heading.clientWidth, getComputedStyle(heading).textOverflow])).toEqual([0, 'clip']);
  await expect(page.getByText('Pas encore enregistrée')).toBeVisible();
  await page.getByRole('button', { name: /^Franc jeu/ }).click();
  const fair = page.getByRole('dialog', { name: 'Franc jeu' });
  await expect(fair).toContainText('ses dés sont écrits d’avance');
  await expect(fair).not.toContainText('personne ne les choisit');
  await page.keyboard.press('Escape');
  await sealed(page);
  await settle(who);
  await expect(banner(who)).toHaveAttribute('data-progress', 'failed');
  await picture(page, 'exercise-missed');
  await banner(who).getByRole('button', { name: 'Recommencer' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(page).toHaveURL(/\/t\//);
  await expect(banner(who)).toHaveAttribute('data-progress', 'open');
  await expect(banner(who)).toContainText(/Gros Lulu/);
  await page.reload();
  await expect(banner(who)).toHaveAttribute('data-progress', 'open');
  expect(who.faults).toEqual([]);
  await who.context.close();
});

/** Taps a figure on the table. */
async function point({ page }: Person, fig: number): Promise<void> {
  const box = await page.locator(`[data-guide="figure-${fig}"]`).boundingBox();
  if (!box) throw new Error('it is not on the table');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test('a shot takes two taps, and two shots win an exercise', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, 'Ginette', { screen: 'wide' });
  const { page } = who;
  await open(who, /^La tête du Chef/);
  const cook = 0;
  for (const shooter of [5, 6]) {
    const choice = page.locator(`.phase .people [data-fig="${shooter}"]`);
    await expect(async () => {
      if (await question(who).isVisible()) await question(who).locator('button.default').click();
      else await page.getByRole('tab', { name: 'Mes ordres' }).click();
      // The playback of the last shot must be over: after it the panel of orders is rendered again, without the chosen target.
      expect(await standing(page)).toBe('mine');
      await expect(choice).toBeVisible({ timeout: 500 });
    }).toPass();
    await choice.click();
    const before = await steps(page);
    // The camera may return from the playback during the tap, which then misses the figure.
    await expect(async () => {
      await point(who, cook);
      await expect(page.locator('[data-offer=shoot]').first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await point(who, cook);
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
  }
  await settle(who);
  await expect(banner(who)).toHaveAttribute('data-progress', 'reached');
  await fits(page);
  await picture(page, 'exercise-won');
  // The device remembers the solved exercise.
  await page.goto('/practise');
  await expect(page.getByRole('button', { name: /^La tête du Chef/ })).toContainText(/réussi/i);
  expect(who.faults).toEqual([]);
  await who.context.close();
});

test('at least twenty exercises of each system, and one of the day', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, '', { screen: 'phone' });
  const { page } = who;
  await page.goto('/practise');
  await expect(page.getByRole('heading', { name: 'L’exercice du jour' })).toBeVisible();
  for (const system of ['Baston', 'GeneriK', 'énergie', 'Celtiques']) {
    const list = page.getByRole('region', { name: system }).getByRole('listitem');
    expect(await list.count()).toBeGreaterThanOrEqual(20);
  }
  await page.getByRole('button', { name: 'Jouer' }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(banner(who)).toHaveAttribute('data-progress', 'open');
  await fits(page);
  await thumbs(page);
  await accessible(page);
  await picture(page, 'exercise-of-the-day');
  expect(who.faults).toEqual([]);
  await who.context.close();
});

test('exercises are found by system and level, with pictures, and the filter stands in the address', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, 'Ginette', { screen: 'phone' });
  const { page } = who;
  const tiles = page.locator('article.tile');
  await page.goto('/exercices');
  await expect(tiles.first()).toBeAttached();
  expect(await tiles.count()).toBeGreaterThan(80);
  await page.getByRole('button', { name: 'énergie', exact: true }).click();
  await page.getByRole('button', { name: 'Niveau 2 sur 5', exact: true }).click();
  await expect(page).toHaveURL(/\/exercices\?system=energie&level=2$/);
  const few = await tiles.count();
  expect(few).toBeGreaterThan(2);
  expect(few).toBeLessThan(20);
  await expect(page.getByRole('status').filter({ hasText: `${few} exercices` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Baston' })).toHaveCount(0);
  for (const tile of await tiles.all()) {
    await expect(tile.getByText('Niveau 2 sur 5')).toBeAttached();
    // The picture is that of its scenario, not the general one.
    await expect(tile.locator('svg').first()).not.toContainText('VLAN');
  }
  await fits(page);
  await thumbs(page);
  await accessible(page);
  await picture(page, 'exercises', true);
  await page.reload();
  await expect(tiles).toHaveCount(few);
  await expect(page.getByRole('button', { name: 'énergie', exact: true })).toHaveAttribute('aria-pressed', 'true');
  // The filter leaves out the exercises that are solved on this device, and the next open one is shown above.
  const first = (await tiles.first().getAttribute('id')) ?? '';
  await page.evaluate((id) => localStorage.setItem('bagarre.solved', JSON.stringify([id])), first);
  await page.reload();
  await page.getByRole('checkbox', { name: 'Seulement ceux qui restent' }).check();
  await expect(page).toHaveURL(/open=1/);
  await expect(tiles).toHaveCount(few - 1);
  await expect(page.getByRole('region', { name: 'Le suivant pour toi' })).toContainText('énergie');
  // A lesson leads to its rule, and the rule back to its lesson.
  const lesson = tiles.filter({ has: page.getByRole('link', { name: /^La règle/ }) }).first();
  const title = (await lesson.locator('.name').textContent()) ?? '';
  await lesson.getByRole('link', { name: /^La règle/ }).click();
  await expect(page).toHaveURL(/\/rules\/energie\/ENE-/);
  await page.locator('article.target').getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(/\/exercices\?system=energie#energie\//);
  await expect(page.locator('article.tile.target')).toBeInViewport();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/system=energie&level=2&open=1$/);
  await expect(tiles).toHaveCount(few - 1);
  expect(who.faults).toEqual([]);
  await who.context.close();
});
