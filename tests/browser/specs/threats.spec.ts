/** Who can reach or shoot a figure: asked of the rules, drawn on the board and told in words. */
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture } from '../people';
import { startSkirmish } from '../skirmish';

test.describe.configure({ timeout: 240_000 });

const ASK = /^(Qui m’atteint ici \?|Who can reach me here\?)$/;

test('the board tells who threatens a figure, on a large screen and on a phone', async ({ browser, baseURL }) => {
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
    // The sides stand too far apart yet: that is told too.
    await expect(told.locator('p')).toBeVisible();
    await picture(page, 'threats');
    await accessible(page);
    await fits(page);
    // Another figure of one's own is asked about once it is chosen: the list goes by seats.
    const before = await told.locator('p').textContent();
    const figures = page.locator('.describe ul').first().getByRole('button');
    const other = seat === 0 ? figures.nth(1) : figures.last();
    await other.focus();
    await other.press('Enter');
    await expect.poll(() => told.locator('p').textContent()).not.toBe(before);
  }

  // The key does the same, and the table remembers.
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
  test(`an opponent beside is joined to the figure by a line (${screen})`, async ({ browser, baseURL }) => {
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
