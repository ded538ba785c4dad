import { begin } from '../guide';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture } from '../people';
import { say, sealed, steps } from '../table';

test.describe.configure({ timeout: 180_000 });

for (const screen of ['desktop', 'phone'] as const) {
  test(`an empty sheet has to be confirmed once (${screen})`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, 'Marius Piquet', screen === 'phone' ? { screen } : {});
    const { page } = who;
    await begin(who, 'Baston');
    await page.getByRole('button', { name: 'Quitter le guide' }).click();
    const main = page.getByTestId('confirm');
    const sure = page.getByTestId('confirm-empty');
    await expect(main).toBeVisible();
    const before = await steps(page);
    // The first press does not send the sheet: it explains its meaning, and the first button leads back to the sheet.
    await main.click();
    await expect(sure).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'feuille est vide' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continuer à remplir' })).toBeFocused();
    await fits(page);
    await accessible(page);
    await picture(page, `seal-empty-${screen}`);
    await page.keyboard.press('Enter');
    await expect(sure).toHaveCount(0);
    await expect(main).toBeVisible();
    expect(await steps(page)).toBe(before);
    // The second press sends the sheet.
    await sealed(page, main);
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
    expect(who.faults).toEqual([]);
    await who.context.close();
  });
}

test('a sheet with an order is sent at once', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, 'Marius Piquet');
  const { page } = who;
  await begin(who, 'Baston');
  await page.getByRole('button', { name: 'Quitter le guide' }).click();
  await page.locator('[data-cell$=".0.2"]').first().click();
  await page.locator('[data-guide="blow-CP"]').click();
  const before = await steps(page);
  await page.getByRole('button', { name: say.confirm }).click();
  await expect.poll(() => steps(page)).toBeGreaterThan(before);
  expect(who.faults).toEqual([]);
  await who.context.close();
});
