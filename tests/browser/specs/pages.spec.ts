import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, thumbs } from '../people';
import { openRoom, say, standing, takeSeat } from '../table';

test.describe.configure({ timeout: 240_000 });

const nobody = '00000000-0000-4000-8000-000000000000';
const pages = [
  '/',
  '/rules',
  '/campaigns',
  '/rules/baston/BAS-MOV-03',
  '/rules/generik/GEN-AO-06',
  '/table',
  `/replay/${nobody}`,
  '/link/spent',
  '/nowhere/at/all',
];

for (const lang of ['fr', 'en'] as const) {
  for (const screen of ['wide', 'phone'] as const) {
    test(`every page, ${lang}, ${screen}: language, width, targets, axe`, async ({ browser, baseURL }) => {
      const someone = await person(browser, baseURL, 'Ginette', { lang, screen });
      const { page } = someone;
      for (const path of pages) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        await fits(page);
        await thumbs(page);
        await accessible(page);
      }
      await page.goto('/new');
      await accessible(page);
      await introduce(someone);
      await expect(page.getByRole('radiogroup')).toBeVisible();
      await fits(page);
      await thumbs(page);
      await accessible(page);
      if (lang === 'fr') await picture(page, 'new', true);
      await page.getByRole('radio', { name: /GeneriK/ }).check();
      await expect(page.getByRole('button', { name: /Pirates/ })).toBeVisible();
      await fits(page);
      await thumbs(page);
      await accessible(page);
      await page.goto('/campaigns');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await fits(page);
      await thumbs(page);
      await accessible(page);
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      if (lang === 'fr') await picture(page, 'home', true);
      expect(someone.faults).toEqual([]);
      await someone.context.close();
    });
  }
}

test('the language is switched at once, everywhere, and remembered', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Ouvrir une salle' })).toBeVisible();
  await page.getByRole('button', { name: /English/ }).click();
  await expect(page.getByRole('link', { name: 'Open a room' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/rules/baston/BAS-MOV-03');
  await expect(page.getByRole('heading', { name: /Nose first/ })).toBeInViewport();
  await page.getByRole('button', { name: /Français/ }).click();
  await expect(page.getByRole('heading', { name: /Nez contre le mur/ })).toBeInViewport();
});

test('the rulebook is searched, by keyboard, whatever the accents', async ({ page }) => {
  // The header opens the shelf of rulebooks: the reader chooses.
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Règles' }).click();
  await page.getByRole('link', { name: 'Ouvrir le livre de Baston' }).click();
  await expect(page).toHaveURL(/\/rules\/baston$/);
  await page.getByRole('searchbox').fill('etourdi');
  await expect(page.getByRole('article').first()).toBeVisible();
  const found = await page.getByRole('article').count();
  await page.getByRole('searchbox').fill('etourdi etoiles');
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(found);
  await page.getByRole('searchbox').fill('xyzzy');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText('Rien là-dessus')).toBeVisible();
});

test('a person keeps their name on another device, by a link that works once', async ({ browser, baseURL, page }) => {
  const first = await person(browser, baseURL, 'Zaza');
  await first.page.goto('/new');
  await introduce(first);
  await first.page.getByRole('button', { name: /Réglages/ }).click();
  await first.page.getByRole('button', { name: 'Créer le lien' }).click();
  const link = await first.page.getByRole('textbox', { name: 'Lien pour l’autre appareil' }).inputValue();
  await page.goto(link);
  await page.getByRole('button', { name: 'C’est bien moi' }).click();
  await expect(page.getByRole('button', { name: /Zaza/ })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'C’est bien moi' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ce lien ne sert plus' })).toBeVisible();

  // Both devices are listed; the first one signs the other one out.
  await first.page.getByRole('button', { name: 'Fermer' }).click();
  await first.page.getByRole('button', { name: /Réglages/ }).click();
  const devices = first.page.getByRole('group', { name: 'Tes appareils' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('celui-ci')).toHaveCount(1);
  await accessible(first.page);
  await devices.getByRole('button', { name: /^Déconnecter/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Réglages/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Zaza/ })).toHaveCount(0);
  await first.context.close();
});

test('the page of a table loads few files, and names them in its head', async ({ browser, baseURL }) => {
  const someone = await person(browser, baseURL, 'Ginette');
  const { page } = someone;
  await openRoom(someone, { scenario: /Baston générale/, pace: /Tranquille/ });
  await takeSeat(someone);
  await page.getByRole('button', { name: 'Gérer la place 2' }).click();
  await page.getByRole('button', { name: /Mettre .*, robot Cogneur/ }).click();
  await page.getByRole('button', { name: say.start }).click();
  await expect(page).toHaveURL(/\/t\//);
  // A page that is opened while the game starts loads more files.
  await expect.poll(() => standing(page)).toBe('mine');

  const again = await someone.context.newPage();
  // Files that are prefetched after a pause (`REST` in `ui/rest.ts`) are not needed, and not counted even on a slow machine.
  await again.addInitScript(() => {
    const set = window.setTimeout.bind(window);
    window.setTimeout = ((run: TimerHandler, ms?: number) => (ms === 3000 ? 0 : set(run, ms))) as typeof window.setTimeout;
  });
  const asked: { url: string; packed: string | undefined }[] = [];
  again.on('response', (response) => {
    asked.push({ url: new URL(response.url()).pathname, packed: response.headers()['content-encoding'] });
  });
  await again.goto(page.url());
  await expect(again.locator('svg.layer *').first()).toBeAttached();
  const files = asked.map(({ url }) => url);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(15);
  expect(files.filter((file) => !file.startsWith('/api/') && /generik|rules|house|campaign|replay|editor/i.test(file))).toEqual([]);
  const named = await again.evaluate(() => [...document.querySelectorAll('head link[rel="modulepreload"], head link[rel="stylesheet"], head script')].length);
  expect(named).toBeGreaterThan(5);
  for (const { url, packed } of asked) if (/\.(js|css)$/.test(url)) expect(packed, url).toMatch(/^(br|gzip)$/);

  // A table draws no scenarios, so that it does not load their pictures, of which this is a line.
  const scripts = files.filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map(async (file) => (await again.request.get(file)).text()));
  expect(scripts.filter((_, n) => texts[n]?.includes('M22 64q-8 -22 14 -24'))).toEqual([]);

  // A request without the cookie of the player does not reveal the system.
  const address = page.url().replace('/t/', '/r/');
  const [own, other] = await Promise.all([someone.context.request.get(address), fetch(address)]);
  expect(await own.text()).toContain('/assets/baston');
  expect(await other.text()).not.toContain('/assets/baston');
  await someone.context.close();
});
