import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, thumbs } from '../people';
import { openRoom, say, takeSeat } from '../table';

test('an announcement of the operator is shown in the language of the page, and can be closed and withdrawn', async ({ browser, baseURL, server }) => {
  const [lulu, momo] = [await person(browser, baseURL, 'Lulu', { screen: 'phone' }), await person(browser, baseURL, 'Momo', { lang: 'en' })];
  await openRoom(lulu, { scenario: /Dernière tournée/, pace: /Tranquille/ });
  await momo.page.goto('/');
  await server.admin('announce', '--fr', 'On ferme à minuit, finissez vos verres.', '--en', 'We close at midnight, finish your drinks.');
  // A room shows the announcement at once, another page when it is opened.
  const [fr, en] = [lulu.page.getByRole('region', { name: 'Annonce' }), momo.page.getByRole('region', { name: 'Announcement' })];
  await expect(fr).toContainText('On ferme à minuit');
  await momo.page.reload();
  await expect(en).toContainText('We close at midnight');
  for (const { page } of [lulu, momo]) {
    await fits(page);
    await thumbs(page);
    await accessible(page);
    await picture(page, 'announcement');
  }
  await fr.getByRole('button', { name: 'Fermer l’annonce' }).click();
  await expect(fr).toBeHidden();
  // It stays closed on all pages, also after a reload; another text is a new announcement, and so is the same text after a withdrawal.
  await lulu.page.reload();
  await expect(lulu.page.getByRole('textbox', { name: say.invitation })).toBeVisible();
  await expect(fr).toBeHidden();
  await Promise.all([lulu.page.waitForResponse('**/api/announcement'), lulu.page.goto('/')]);
  await expect(lulu.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(fr).toBeHidden();
  await server.admin('announce', '--fr', 'On ferme à une heure.', '--en', 'We close at midnight, finish your drinks.');
  await lulu.page.reload();
  await expect(fr).toContainText('une heure');
  await fr.getByRole('button', { name: 'Fermer l’annonce' }).click();
  await server.admin('announce');
  await lulu.page.reload();
  // The page has received the withdrawal.
  await expect.poll(() => lulu.page.evaluate(() => localStorage.getItem('bagarre.announcement'))).toBeNull();
  await server.admin('announce', '--fr', 'On ferme à une heure.', '--en', 'We close at midnight, finish your drinks.');
  await lulu.page.reload();
  await expect(fr).toContainText('une heure');
  await server.admin('announce');
  await momo.page.reload();
  await expect(momo.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(en).toBeHidden();
  expect([...lulu.faults, ...momo.faults]).toEqual([]);
});

test('while the server drains, the refusal of a fight is shown beside its button', async ({ browser, baseURL, server }) => {
  const [lulu, momo] = [await person(browser, baseURL, 'Lulu'), await person(browser, baseURL, 'Momo', { screen: 'phone' })];
  // A server that drains without a room would shut down.
  await openRoom(lulu, { scenario: /Dernière tournée/, pace: /Tranquille/ });
  await server.admin('drain');
  const zoe = await person(browser, baseURL, 'Zoé');
  for (const { page } of [zoe, momo]) {
    await page.goto('/');
    for (const system of ['Celtiques', 'Baston']) {
      const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: system, exact: true }) });
      await card.getByRole('button', { name: /^Un combat/ }).click();
      await expect(card.getByRole('alert')).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.fight').getByRole('alert')).toHaveCount(1);
    }
    await page.getByRole('button', { name: 'Cogner tout de suite' }).click();
    await expect(page.locator('.now + [role=alert]')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.fight').getByRole('alert')).toHaveCount(1);
    await fits(page);
    await accessible(page);
  }
});

test('a player deletes all data: the nickname confirms it, the seat is free, and the browser is unknown', async ({ browser, baseURL }) => {
  const [lulu, momo] = [await person(browser, baseURL, 'Lulu'), await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' })];
  const link = await openRoom(lulu, { scenario: /Dernière tournée/, pace: /Tranquille/ });
  await takeSeat(lulu);
  await momo.page.goto(link);
  await introduce(momo);
  await expect(momo.page.getByText('Lulu').first()).toBeVisible();
  for (const [someone, settings, open] of [
    [lulu, 'Réglages', 'Tout effacer…'],
    [momo, 'Settings', 'Delete everything…'],
  ] as const) {
    const { page } = someone;
    await page
      .getByRole('button', { name: new RegExp(settings) })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: settings });
    await dialog.getByRole('button', { name: open }).click();
    await dialog.locator('#forget-name').scrollIntoViewIfNeeded();
    await fits(page);
    await thumbs(page);
    await accessible(page);
    await picture(page, 'forget');
  }
  const dialog = lulu.page.getByRole('dialog', { name: 'Réglages' });
  const go = dialog.getByRole('button', { name: 'Effacer pour de bon' });
  await dialog.locator('#forget-name').fill('Lul');
  await expect(go).toBeDisabled();
  await dialog.locator('#forget-name').fill('Lulu');
  await go.click();
  await expect(lulu.page.getByText('C’est fait : plus personne ne te connaît ici.')).toBeVisible();
  expect(new URL(lulu.page.url()).pathname).toBe('/');
  const known = await lulu.page.evaluate(async () => (await fetch('/api/me')).json() as Promise<unknown>);
  expect(known).toBeNull();
  // The other player sees a free seat, and is the host now.
  await momo.page.keyboard.press('Escape');
  await expect(momo.page.getByRole('button', { name: 'Sit here' }).first()).toBeVisible();
  await expect(momo.page.getByText('Lulu')).toHaveCount(0);
  expect([...lulu.faults, ...momo.faults]).toEqual([]);
});
