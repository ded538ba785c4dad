/** The report of a page whose client does not start, and its absence when the client starts. */
import { expect, test } from '../fixtures';
import { picture } from '../people';
import { Proxy } from '../proxy';

const stuck = { fr: 'Bagarre ne démarre pas', en: 'Bagarre does not start' } as const;

test('under a path the page says at once, in both languages, that it belongs to the root', async ({ page, server }) => {
  const proxy = new Proxy(server.url, { path: '/bagarre/' });
  await page.goto(await proxy.listen());
  for (const title of Object.values(stuck)) await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText(/à la racine d’un nom d’hôte/)).toBeVisible();
  await expect(page.getByText(/at the root of a host name/)).toBeVisible();
  await picture(page, 'start-path');
  await proxy.close();
});

test('blocked scripts are reported after a while, with the oldest supported browsers', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: stuck.fr })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: stuck.en })).toBeVisible();
  await expect(page.getByText(/au moins Chrome \d+, Edge \d+, Firefox \d+, Safari \d+/)).toBeVisible();
  await picture(page, 'start-blocked');
  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(size);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }
  await picture(page, 'start-blocked');
});

for (const [what, script] of [
  ['cannot be read', 'const a = ;'],
  ['throws while it starts', 'throw new Error("a start that fails"); export const a = 1;'],
] as const) {
  test(`a script that ${what} is reported at once, with the message of the browser`, async ({ page }) => {
    await page.route('**/assets/app-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.goto('/new');
    // The report appears well before the one for blocked scripts would.
    await expect(page.getByRole('heading', { name: stuck.fr })).toBeVisible();
    await expect(page.locator('#stuck.now').getByRole('alert')).toContainText(/Error/);
  });
}

test('a client that throws while it is mounted is reported', async ({ page }) => {
  // The first change that the client makes to the page fails.
  await page.addInitScript(() => {
    const plain = Object.getOwnPropertyDescriptor(Element.prototype, 'replaceChildren')?.value as (...nodes: (Node | string)[]) => void;
    let first = true;
    Element.prototype.replaceChildren = function (...nodes) {
      const fails = this.id === 'app' && first;
      if (fails) first = false;
      plain.apply(this, fails ? [] : nodes);
      if (fails) throw new Error('no room in the page');
    };
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: stuck.en })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('no room in the page');
});

test('a page that starts shows no report, not even while it loads', async ({ page }) => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((release) => (go = release));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('.masthead')).toBeVisible();
  await expect(page.locator('#stuck')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  go();
  await expect(page.getByRole('link', { name: 'Ouvrir une salle' })).toBeVisible();
  await expect(page.locator('#stuck')).toHaveCount(0);
});
