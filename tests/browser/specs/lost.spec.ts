import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, SCREENS, thumbs, type Person } from '../people';
import { bringMotto, openRoom, say, skip, standing, TOY } from '../table';

test.use({ settings: { BAGARRE_OFFER_ALL: '1' } });

/** Plays a turn: each player answers with the number 3. */
async function turn(players: readonly Person[]): Promise<void> {
  for (const [n, { page }] of players.entries()) {
    await expect.poll(() => standing(page)).toBe('mine');
    await page.getByRole('dialog', { name: say.question }).getByRole('button', { name: /^3/ }).click();
    // After the last answer the question of the next turn may be open already.
    if (n + 1 < players.length) await expect.poll(() => standing(page)).not.toBe('mine');
  }
}

test('players read that the server has lost moves, and play on', async ({ browser, baseURL, server }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const players = [ginette, momo];
  const link = await openRoom(ginette, TOY);
  await bringMotto(ginette, 'Toujours le trois');
  await momo.page.goto(link);
  await introduce(momo);
  await bringMotto(momo, 'Toujours le trois');
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of players) await expect(page).toHaveURL(/\/t\//);
  for (const { page } of players) await expect.poll(() => standing(page)).toBe('mine');

  // A turn is played after the backup, and lost when the server restarts with the backup.
  const lose = await server.keep();
  await turn(players);
  for (const { page } of players) {
    await skip(page);
    await expect(page.getByText(/(Tour|Turn) 2/).first()).toBeVisible();
  }
  await lose();
  const words = [/Une panne a effacé les derniers coups/, /A breakdown has erased the last moves/];
  for (const [n, { page }] of players.entries()) {
    await expect(page.getByText(words[n] ?? '')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/(Tour|Turn) 1/).first()).toBeVisible();
    await picture(page, 'lost');
    await fits(page);
    await accessible(page);
    if (page.viewportSize()?.width === SCREENS.phone.width) {
      await thumbs(page);
      const icon = await page.locator('[role=status] .banner svg').boundingBox();
      expect(icon?.width, 'words beside it do not squeeze it').toBe(20);
    }
    await page.getByRole('button', { name: /^(Compris|Got it)$/ }).click();
    await expect(page.getByText(words[n] ?? '')).toHaveCount(0);
  }
  // The check of fair play reports lost entries, not a fraud, and the game goes on.
  for (const { page } of players) await expect(page.getByText(/(Entrées perdues|Entries lost)/).first()).toBeAttached();
  await turn(players);
  for (const { page } of players) {
    await skip(page);
    await expect(page.getByText(/(Tour|Turn) 2/).first()).toBeVisible();
  }
});
