import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, SCREENS, thumbs, type Person } from '../people';
import { bringMotto, say, skip, standing } from '../table';

/** The client has no code for this system: its pages are drawn from the data of the server. */
test.use({ settings: { BAGARRE_OFFER_ALL: '1' } });
test.describe.configure({ timeout: 240_000 });

const everybody = <T>(people: readonly Person[], run: (someone: Person) => Promise<T>) => Promise.all(people.map(run));

/** Checks that no page scrolls sideways, that all are accessible, and that targets on a phone are large enough. */
const finished = (people: readonly Person[]) =>
  everybody(people, async ({ page }) => {
    await fits(page);
    await accessible(page);
    if (page.viewportSize()?.width === SCREENS.phone.width) await thumbs(page);
  });

test('a system without a line of client code is played from the home page to its replay, on two screens, in two languages', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const suzy = await person(browser, baseURL, 'Suzy');
  const players = [ginette, momo];
  const all = [...players, suzy];

  // A room is opened from the home page.
  await ginette.page.goto('/');
  await ginette.page.getByRole('link', { name: say.openRoom }).click();
  await introduce(ginette);
  await ginette.page.getByRole('radio', { name: /Le jouet/ }).check();
  await ginette.page.getByRole('radio', { name: /Partie courte/ }).check();
  await picture(ginette.page, 'toy-new', true);
  await fits(ginette.page);
  await accessible(ginette.page);
  await ginette.page.getByRole('button', { name: say.submitRoom }).click();
  await expect(ginette.page).toHaveURL(/\/r\/[^#]+#.+/);
  const link = await ginette.page.getByRole('textbox', { name: say.invitation }).inputValue();

  // The players and a spectator enter the lobby.
  await bringMotto(ginette, 'Toujours le six');
  await momo.page.goto(link);
  await introduce(momo);
  await bringMotto(momo, 'Never the six');
  await suzy.page.goto(link);
  await introduce(suzy);
  await expect(momo.page.getByText('Short game').first()).toBeVisible();
  await expect(suzy.page.getByText('Partie courte').first()).toBeVisible();
  await everybody(all, ({ page }) => picture(page, 'toy-lobby', true));
  await finished(all);
  await ginette.page.getByRole('button', { name: say.start }).click();
  await everybody(all, ({ page }) => expect(page).toHaveURL(/\/t\//));

  // In the first turn one player answers with a key, the other with a tap; the spectator sees neither answer.
  await expect(ginette.page.getByText('Quel nombre va tomber ?').first()).toBeVisible();
  await expect(momo.page.getByRole('dialog', { name: say.question })).toContainText('Which number will come up?');
  await expect(suzy.page.getByRole('dialog', { name: say.question })).toHaveCount(0);
  await everybody(players, ({ page }) => expect(page.getByRole('dialog', { name: say.question }).getByRole('button')).toHaveCount(6));
  await everybody(all, ({ page }) => picture(page, 'toy-question'));
  await finished(all);
  await ginette.page.keyboard.press('6');
  await expect.poll(() => standing(ginette.page)).toBe('others');
  await expect(momo.page.getByText(/Toujours le six|\b6\b.*Ginette/)).toHaveCount(0);
  // The log is opened now: on a slow machine it would otherwise be opened after the next question, and hide it.
  await ginette.page.getByRole('tab', { name: 'Récit' }).click();
  await momo.page.getByRole('dialog', { name: say.question }).getByRole('button', { name: /^3/ }).click();

  // The log is written in the language of each player.
  await everybody([momo, suzy], ({ page }) => page.getByRole('tab', { name: /^(Récit|Story)/ }).click());
  await everybody(all, ({ page }) => skip(page));
  // The next question is shown in the place of the log, which can be opened nevertheless.
  await expect(ginette.page.getByRole('dialog', { name: say.question })).toBeVisible();
  await ginette.page.getByRole('tab', { name: 'Récit' }).click();
  await expect(ginette.page.getByRole('dialog', { name: say.question })).toBeHidden();
  await expect(ginette.page.getByRole('log')).toContainText(/Le dé tombe sur [1-6]\./);
  await expect(suzy.page.getByRole('log')).toContainText(/Le dé tombe sur [1-6]\./);
  await ginette.page
    .getByRole('log')
    .getByText(/Le dé tombe/)
    .click();
  await expect(ginette.page.getByRole('log')).toContainText('Le nombre du tour');
  await expect(ginette.page.getByText('Tour 2').first()).toBeVisible();
  await expect(suzy.page.getByRole('region', { name: 'Où on en est' }).getByRole('listitem')).toHaveCount(2);
  await everybody(all, ({ page }) => picture(page, 'toy-table'));
  await finished([ginette, suzy]);

  // The last turn ends the game.
  for (const { page } of players) {
    const two = page.getByRole('dialog', { name: say.question }).getByRole('button', { name: /^2/ });
    // A log that was opened after the question hides it.
    await expect(async () => {
      if (!(await two.isVisible())) await page.getByRole('tab', { name: /^(Mes ordres|My orders)/ }).click({ timeout: 2000 });
      await two.click({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
  }
  await everybody(all, ({ page }) => skip(page));
  await everybody(all, ({ page }) => expect(page.getByText(/Tous les tours sont joués|All turns are played/)).toBeVisible());
  await everybody(all, ({ page }) => expect(page.getByText(/^(Tour|Turn) 3/)).toHaveCount(0));
  await everybody(all, ({ page }) => picture(page, 'toy-end'));
  await finished(all);
  expect(await momo.page.getByRole('log').count()).toBeLessThanOrEqual(1);

  // The replay needs only its address.
  const address = await ginette.page.getByRole('link', { name: /^Revoir la partie$/ }).getAttribute('href');
  await everybody([suzy, momo], async ({ page }) => {
    await page.goto(address ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Partie courte|Short game/);
    await page.getByRole('button', { name: say.skip }).click();
    await expect(page.getByRole('log')).toContainText(/(Le dé tombe sur|The die shows) [1-6]\./);
    await picture(page, 'toy-replay');
    await fits(page);
    await accessible(page);
    // Its panels, its tale and its strip are drawn from the data of the server, too.
    await expect(page.locator('.blow')).toBeVisible();
    await page.getByRole('button', { name: /^(Résultat|Result)$/ }).click();
    await expect(page.getByRole('link', { name: /bande dessinée|comic strip/ })).toHaveAttribute('href', `${address ?? ''}/strip`);
    await page.goto(`${address ?? ''}/strip`);
    await expect(page.getByRole('main')).toContainText(/Le dé tombe sur|The die shows/);
    await picture(page, 'toy-strip', true);
    await fits(page);
    await accessible(page);
  });
  expect(all.flatMap(({ faults }) => faults)).toEqual([]);
});
