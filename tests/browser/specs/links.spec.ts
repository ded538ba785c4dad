/** Invitation links that messengers have changed, opened by guests that the room does not know. */
import { expect, test } from '../fixtures';
import { introduce, person } from '../people';
import { joinCampaign, openCampaign } from '../campaign';
import { openRoom, say } from '../table';

test.describe.configure({ timeout: 240_000 });

/** The changes of a link, as functions of its path and its invitation. */
const BENT: readonly ((path: string, invite: string) => string)[] = [
  (path, invite) => `${path}%23${invite}`,
  (path, invite) => `${path}#${invite}.`,
  (path, invite) => `${path}%2523${invite})`,
  (path, invite) => `${path}.#${invite}%20`,
  (path, invite) => `${path}%E2%80%8B#%C2%AB${invite}%C2%BB`,
  (path, invite) => `${path}%23${invite}%22%3E`,
];

test('a bent link lets a guest into a private room, from the address and from the counter', async ({ browser, baseURL }) => {
  const host = await person(browser, baseURL, 'Ginette');
  const link = await openRoom(host, { scenario: /Baston générale/, pace: /Tranquille/ });
  const { pathname, hash } = new URL(link);
  const invite = hash.slice(1);
  expect(invite).toMatch(/^[0-9a-f]{32}$/);
  for (const [n, bend] of BENT.entries()) {
    const guest = await person(browser, baseURL, `Momo ${n}`);
    await guest.page.goto(bend(pathname, invite));
    await introduce(guest);
    await expect(guest.page.getByRole('button', { name: say.sit }).first(), guest.page.url()).toBeVisible();
    // The address in the browser is the correct link again.
    await expect(guest.page).toHaveURL(new RegExp(`${pathname}(#${invite})?$`));
    await guest.context.close();
  }
  const guest = await person(browser, baseURL, 'Zaza');
  await guest.page.goto('/');
  await guest.page.getByRole('textbox', { name: 'Lien ou code d’invitation' }).fill(`Viens vite (${link}).`);
  await guest.page.getByRole('button', { name: 'Entrer', exact: true }).click();
  await introduce(guest);
  await expect(guest.page.getByRole('button', { name: say.sit }).first()).toBeVisible();
  // A bent link of the table leads to the room too.
  await guest.page.goto(`${pathname.replace('/r/', '/t/')}.`);
  await expect(guest.page.getByRole('button', { name: say.sit }).first()).toBeVisible();
  await guest.context.close();
  await host.context.close();
});

test('bent links of a campaign and of another device work', async ({ browser, baseURL, page }) => {
  const host = await person(browser, baseURL, 'Ginette');
  const link = await openCampaign(host, 'L’hiver', /GeneriK/);
  const guest = await person(browser, baseURL, 'Momo');
  await joinCampaign(guest, `${link.replace('#', '.%23')}%20).`);
  await guest.context.close();

  await host.page.getByRole('button', { name: /Ginette/ }).click();
  await host.page.getByRole('button', { name: 'Créer le lien' }).click();
  const other = await host.page.getByRole('textbox', { name: 'Lien pour l’autre appareil' }).inputValue();
  await page.goto(`${other}.)%22`);
  await page.getByRole('button', { name: 'C’est bien moi' }).click();
  await expect(page.getByRole('button', { name: /Ginette/ })).toBeVisible();
  await host.context.close();
});
