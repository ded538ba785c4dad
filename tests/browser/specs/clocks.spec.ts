import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { bring, room } from '../heroes';
import { accessible, fits, introduce, person, picture, SCREENS, SIZES, thumbs } from '../people';
import { say, skip, standing } from '../table';

test.describe.configure({ timeout: 240_000 });

const waits = (page: Page) => page.locator('.waiting');

/** Chooses custom clocks: the time for each question and the reserve, in seconds. */
async function measured(page: Page, seconds: number, reserve: number): Promise<void> {
  await page.getByRole('radio', { name: /^Sur mesure/ }).check();
  for (const [label, value] of [
    [/^Écrire ou jouer$/, seconds],
    [/^Réécrire ou placer$/, seconds],
    [/^Décider$/, seconds],
    [/^Réserve$/, reserve],
    [/^Gain par réponse$/, 0],
  ] as const) {
    const field = page.getByRole('spinbutton', { name: label });
    await field.fill(String(value));
    await field.blur();
  }
}

test('clocks with a reserve are proposed first, and each preset states its times in the words of its system', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const { page } = ginette;
  await page.goto('/');
  await page.getByRole('link', { name: say.openRoom }).click();
  await introduce(ginette);
  const usual = page.getByRole('radio', { name: /^Avec une réserve/ });
  await expect(usual).toBeChecked();
  await expect(page.locator('label.option', { has: usual })).toContainText('30 s par décision');
  await expect(page.locator('label.option', { has: usual })).toContainText('5 min de réserve par joueur');
  await page.getByRole('radio', { name: /énergie/ }).check();
  const calm = page.locator('label.option', { has: page.getByRole('radio', { name: /^Tranquille/ }) });
  await expect(calm).toContainText('3 min par action');
  await expect(calm).toContainText('6 min pour se placer');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await fits(page);
    await picture(page, `clock-presets-${size.width}`, true);
  }
  await accessible(page);
});

test('an answer can be taken back while others decide; pages say who is waited for, and report an expired time', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const suzy = await person(browser, baseURL, 'Suzy');
  const link = await room(ginette, /Rixe sur les quais/, (page) => measured(page, 8, 20));
  for (const guest of [momo, suzy]) {
    await guest.page.goto(link);
    await introduce(guest);
  }
  await bring(ginette);
  await bring(momo, 1);
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of [ginette, momo, suzy]) await expect(page).toHaveURL(/\/t\//);

  // Both players are asked: a spectator reads who decides what, and the default answer.
  await expect(waits(suzy.page)).toContainText(/On attend Ginette et Momo\s: les places de départ\./);
  await expect(waits(suzy.page)).toContainText('Si le temps passe : les places habituelles.');
  await expect(suzy.page.locator('.players .bank').first()).toBeVisible();
  const seal = ginette.page.getByTestId('deploy');
  await seal.click();
  await expect(waits(ginette.page)).toContainText('C’est confirmé. On attend Momo : les places de départ.');
  await expect(waits(suzy.page)).toContainText('On attend Momo : les places de départ.');
  await picture(ginette.page, 'waiting-others');

  // The answer is taken back, and given again.
  await ginette.page.getByTestId('take-back').click();
  await expect.poll(() => standing(ginette.page)).toBe('mine');
  await expect(waits(suzy.page)).toContainText('On attend Ginette et Momo');
  await seal.click();
  await expect(ginette.page.getByTestId('take-back')).toBeVisible();
  await accessible(ginette.page);

  // The time of the question runs out, then the reserve; the log reports it, also after a reload.
  await expect(momo.page.locator('.ring.reserve').first()).toBeVisible({ timeout: 30_000 });
  const told = (page: Page) => page.locator('[data-aside=lapse]').first();
  await expect(told(suzy.page)).toHaveText(/Temps écoulé pour Momo \(les places de départ\)\s: ce qui était enregistré compte\./, { timeout: 60_000 });
  await skip(ginette.page);
  await ginette.page.reload();
  await expect(told(ginette.page)).toHaveText(/Temps écoulé pour Momo/);
  for (const size of SIZES) {
    await suzy.page.setViewportSize(size);
    await fits(suzy.page);
    await picture(suzy.page, 'time-ran-out');
  }
  await fits(momo.page);
  await thumbs(momo.page);
});

test('a button opens another game that waits for the player, and a playback can be skipped to the decision', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette', { screen: 'phone' });
  const { page } = ginette;
  const fight = async (): Promise<string> => {
    await page.goto('/');
    await page.getByRole('button', { name: /^(Cogner tout de suite|Fight right now)$/ }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect.poll(() => standing(page)).toBe('mine');
    return page.url();
  };
  const first = await fight();
  const second = await fight();
  expect(second).not.toBe(first);
  const next = page.getByTestId('next-game');
  await expect(next).toBeVisible();
  await expect(next).toHaveAccessibleName(/^Partie suivante.*C’est à toi ailleurs/);
  await fits(page);
  await accessible(page);
  await picture(page, 'next-game');
  await next.click();
  await expect(page).toHaveURL(first);
  await expect(page.getByTestId('next-game')).toHaveAccessibleName(/ailleurs/);

  // A step back plays the events before the question again: a button leads to the decision at once, at both sizes.
  await expect.poll(() => standing(page)).toBe('mine');
  const decide = page.getByTestId('to-my-decision');
  await expect(decide).toHaveCount(0);
  for (const size of [SCREENS.wide, SCREENS.phone]) {
    await page.setViewportSize(SCREENS.wide);
    await page.getByRole('button', { name: 'Un pas en arrière' }).click();
    await expect.poll(() => standing(page)).toBe('playing');
    await page.setViewportSize(size);
    await expect(decide).toHaveAccessibleName('À ma décision');
    await expect(waits(page)).toContainText('Après ça, c’est à toi.');
    await fits(page);
    await accessible(page);
    await picture(page, 'to-my-decision');
    await decide.click();
    await expect.poll(() => standing(page)).toBe('mine');
    await expect(decide).toHaveCount(0);
  }
});

for (const [system, opens] of Object.entries({ énergie: /^Un combat d’énergie$/, Celtiques: /^Un combat de Celtiques$/ })) {
  test(`${system}: during the playback before a question the panel says that the question follows`, async ({ browser, baseURL }) => {
    const ginette = await person(browser, baseURL, 'Ginette');
    const { page } = ginette;
    await page.goto('/');
    await page.getByRole('button', { name: opens }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect.poll(() => standing(page)).toBe('mine');
    // A game that begins with a question has no events before it, so that the question is answered.
    const back = page.getByRole('button', { name: 'Un pas en arrière' });
    if (await back.isDisabled()) {
      await page.locator('.side button.default').first().click();
      await expect(back).toBeEnabled();
      await expect.poll(() => standing(page)).toBe('mine');
    }
    await back.click();
    await expect.poll(() => standing(page)).toBe('playing');
    await page.getByRole('tab', { name: 'Mes ordres' }).click();
    await expect(page.locator('.side')).toContainText('ensuite, c’est à toi');
    await expect(page.locator('.side')).not.toContainText('Écrit encore');
    expect(ginette.faults).toEqual([]);
    await ginette.context.close();
  });
}
