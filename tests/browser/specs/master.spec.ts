/** The desk of a game master, and the end of a fight for winner, loser, game master and spectator. */
import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, thumbs, type Person } from '../people';
import { say, sit, skip, standing } from '../table';
import { bring, openFord, playUntil } from '../warriors';

test.describe.configure({ timeout: 360_000 });

test('a game master narrates and sees the interventions, and a surrender is shown to each reader by side', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const marcel = await person(browser, baseURL, 'Marcel');
  const suzy = await person(browser, baseURL, 'Suzy', { screen: 'phone' });
  const all = [ginette, momo, marcel, suzy];
  const link = await openFord(ginette, async (page) => {
    await page.getByTestId('master').check();
    // The clocks are long, so that the fight is still going on when one side gives up.
    await page.getByRole('radio', { name: /Tranquille/ }).check();
  });
  for (const guest of [momo, marcel, suzy]) {
    await guest.page.goto(link);
    await introduce(guest);
  }
  for (const player of [ginette, momo]) {
    await sit(player);
    await bring(player);
  }
  await sit(marcel);
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of all) await expect(page).toHaveURL(/\/t\//);
  await playUntil([ginette, momo], async () => (await ginette.page.locator('.segment').count()) > 0);

  // The game master has no question, so that the panel does not show a confirmation.
  await skip(marcel.page);
  await marcel.page.getByRole('tab', { name: 'Mes ordres' }).click();
  await expect(marcel.page.locator('.ready li').filter({ hasText: 'Marcel' })).toContainText('Rien à décider');

  // A line for the whole table is in the log; an intervention is listed on the desk, with its fighter.
  const desk = marcel.page.getByRole('region', { name: 'Meneur de jeu' });
  await desk.getByRole('textbox', { name: 'Raconter à toute la table' }).fill('La brume se lève sur le gué.');
  await desk.getByRole('button', { name: 'Raconter', exact: true }).click();
  await desk.getByRole('button', { name: 'Changer son prochain jet' }).click();
  const list = desk.getByTestId('interventions');
  await expect(list.getByRole('listitem').first()).toContainText(/le prochain jet .+ change de \+2 \(plus facile\)/);
  await expect(list.getByRole('listitem').first().locator('svg')).toHaveCount(2);
  await accessible(marcel.page);
  await picture(marcel.page, 'master-desk', true);
  await skip(suzy.page);
  await expect(suzy.page.getByRole('log')).toContainText('Marcel raconte : La brume se lève sur le gué.');
  await picture(suzy.page, 'master-told');

  // One side gives up: all pages show a surrender, and none a knock-out.
  await momo.page.getByRole('button', { name: 'Seats and invitation' }).click();
  await momo.page.getByRole('button', { name: 'Give up' }).click();
  await momo.page.getByRole('button', { name: 'Yes, I give up' }).click();
  await momo.page.keyboard.press('Escape');
  for (const { page } of all) await expect.poll(async () => (await skip(page), standing(page))).toBe('over');
  const end = ({ page }: Person) => page.getByRole('region', { name: /./ }).and(page.locator('.end'));
  await expect(ginette.page.getByRole('heading', { name: 'Tu as gagné !' })).toBeVisible();
  await expect(momo.page.getByRole('heading', { name: 'You lost' })).toBeVisible();
  for (const one of [ginette, marcel, suzy]) await expect(end(one)).toContainText('Momo abandonne.');
  await expect(end(momo)).toContainText('You gave up.');
  await expect(end(momo)).not.toContainText(/The other side/);
  for (const one of all) {
    await expect(end(one).locator('svg').first()).not.toContainText('KO');
    await expect(end(one).getByRole('list', { name: /^(Détail du compte|How it was counted)$/ })).toHaveCount(2);
    await fits(one.page);
    await picture(one.page, `end-${one.name.toLowerCase()}`, true);
  }
  await accessible(ginette.page);
  await thumbs(momo.page);
  for (const { name, faults } of all) expect(faults, name).toEqual([]);
});
