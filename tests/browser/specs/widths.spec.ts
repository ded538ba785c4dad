/** No element sticks out sideways and no heading is cut off: on all pages, at all sizes, with the longest names in all scripts. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { introduce, person, type Person } from '../people';
import { GAME, released } from '../stored';
import { say, sit, standing } from '../table';
import { faultsOf, namesIn } from '../widths';

test.describe.configure({ timeout: 400_000 });

const ROOM = 'Salle-des-fêtes';
const CAMPAIGN = 'Zizanie';
const SYSTEMS = { baston: 'baston-v4/SCN-00', generik: 'generik-v3/duel_d_honneur', energie: 'energie-v2/entrepot', celtiques: 'celtiques-v2/cercle' } as const;
type System = keyof typeof SYSTEMS;
const systems = Object.keys(SYSTEMS) as System[];

/** Pages that show the name of the player outside of the header too. */
const NAMED: ReadonlySet<string> = new Set(['/', '/moi', '/new']);

/** Returns the names of the ready-made figures of a system. */
async function figures(page: Page, system: System): Promise<string[]> {
  const told = (await (await page.request.get(`/api/rulesets/${system}`)).json()) as unknown;
  return [...namesIn(told)];
}

async function ask(page: Page, path: string, body: unknown): Promise<{ id: string; invite: string }> {
  return page.evaluate(
    async ({ path, body }) => {
      const said = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      if (!said.ok) throw new Error(await said.text());
      return (await said.json()) as { id: string; invite: string };
    },
    { path, body },
  );
}

/** Waits until a page is shown and no part of it is busy. */
async function here(page: Page): Promise<void> {
  await expect(page.locator('main h1, main .table').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Opens the form of a room, and chooses the system and a name. */
async function form(host: Person, system: RegExp): Promise<void> {
  const { page } = host;
  await page.goto('/new');
  await expect(page.getByRole('radiogroup').first().or(page.getByRole('dialog'))).toBeVisible();
  if (await page.getByRole('dialog').isVisible()) await introduce(host);
  await page.getByRole('radio', { name: system }).first().check();
  await page.getByRole('textbox', { name: 'Nom de la salle' }).fill(ROOM);
}

for (const lang of ['fr', 'en'] as const) {
  test(`no page of a new visitor overflows, ${lang}`, async ({ browser, baseURL }) => {
    const one = await person(browser, baseURL, 'Ginette', { lang });
    const { page } = one;
    const faults: string[] = [];
    await page.goto('/healthz');
    await ask(page, '/api/me', { name: 'Ginette' });
    const paths = [
      '/',
      '/rules',
      ...systems.map((system) => `/rules/${system}`),
      '/campaigns',
      '/exercices',
      '/apprendre/celtiques',
      '/table',
      '/moi',
      '/verifier',
    ];
    for (const path of [...paths, '/link/spent', '/nowhere/at/all', `/replay/${GAME}`, '/r/zzzzzzzzzz', '/c/zzzzzzzzzz', '/new']) {
      await page.goto(path);
      await here(page);
      faults.push(...(await faultsOf(page, `${lang} ${path}`, NAMED.has(path) ? { people: ['Ginette'] } : {})));
    }
    expect(faults.join('\n')).toBe('');
    await one.context.close();
  });
}

test('no page of a player with a room, a campaign and an announcement overflows', async ({ browser, baseURL, server }) => {
  const host = await person(browser, baseURL, 'Ginette');
  const { page } = host;
  const faults: string[] = [];
  const words = { people: ['Ginette'], places: [ROOM, CAMPAIGN] };
  await form(host, /Baston/);
  await page
    .getByRole('radio', { name: /^Ouverte à tous|^Visible|tous/ })
    .first()
    .check();
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  const { id } = await ask(page, '/api/campaigns', { name: CAMPAIGN, ruleset: 'generik' });
  await server.admin('announce', '--fr', 'W'.repeat(80), '--en', 'W'.repeat(80));
  for (const path of ['/', '/campaigns', `/c/${id}`, '/moi', '/new']) {
    await page.goto(path);
    await here(page);
    await expect(page.getByRole('region', { name: 'Annonce' })).toBeVisible();
    faults.push(...(await faultsOf(page, `filled ${path.replace(id, 'ID')}`, words)));
  }
  await page.goto('/');
  await page.getByRole('button', { name: /Réglages/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Réglages' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Créer le lien' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Lien pour l’autre appareil' })).toBeVisible();
  faults.push(...(await faultsOf(page, 'settings', words)));
  expect(faults.join('\n')).toBe('');
  await host.context.close();
});

test('no table overflows while another game waits', async ({ browser, baseURL }) => {
  const host = await person(browser, baseURL, 'Ginette');
  const { page } = host;
  await page.goto('/healthz');
  await ask(page, '/api/me', { name: 'Ginette' });
  for (let game = 0; game < 2; game += 1) {
    const { id } = await ask(page, '/api/fights', { ruleset: 'baston' });
    await page.goto(`/r/${id}`);
    await page.getByRole('button', { name: say.start }).click();
    await expect.poll(() => standing(page), { timeout: 60_000 }).toBe('mine');
  }
  await expect(page.getByTestId('next-game')).toBeVisible();
  expect((await faultsOf(page, 'another game waits')).join('\n')).toBe('');
  await host.context.close();
});

for (const system of systems) {
  const label = { baston: /Baston/, generik: /GeneriK/, energie: /énergie/, celtiques: /Celtiques/ }[system];

  test(`${system}: the form, the invitation, the lobby and the table`, async ({ browser, baseURL }) => {
    const host = await person(browser, baseURL, 'Ginette');
    const { page } = host;
    const faults: string[] = [];
    await form(host, label);
    const words = { people: ['Ginette', 'Momo', ...(await figures(page, system))], places: [ROOM] };
    faults.push(...(await faultsOf(page, `${system} form`, words)));
    await page.getByRole('button', { name: say.submitRoom }).click();
    await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
    await sit(host);
    faults.push(...(await faultsOf(page, `${system} lobby`, words)));

    // A guest opens the invitation, before and after the nickname.
    const guest = await person(browser, baseURL, 'Momo');
    await guest.page.goto(page.url());
    await expect(guest.page.getByRole('dialog')).toBeVisible();
    faults.push(...(await faultsOf(guest.page, `${system} nickname`, words)));
    await introduce(guest);
    await sit(guest);
    faults.push(...(await faultsOf(guest.page, `${system} invitation`, words)));
    await guest.context.close();

    // A fight starts at once; all tabs of its table are checked.
    const { id } = await ask(page, '/api/fights', { ruleset: system });
    await page.goto(`/r/${id}`);
    await page.getByRole('button', { name: say.start }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect.poll(() => standing(page), { timeout: 60_000 }).toBe('mine');
    faults.push(...(await faultsOf(page, `${system} table`, words)));
    for (const tab of await page.getByRole('tab').all()) {
      const name = (await tab.textContent())?.trim() ?? '';
      await tab.click();
      faults.push(...(await faultsOf(page, `${system} tab ${name}`, words)));
    }
    const people = page.getByRole('button', { name: 'Places et invitation' });
    if (await people.isVisible()) {
      await people.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      faults.push(...(await faultsOf(page, `${system} people`, words)));
    }
    expect(faults.join('\n')).toBe('');
    await host.context.close();
  });

  test(`${system}: a replay, its tale and its strip`, async ({ browser, baseURL }) => {
    const one = await person(browser, baseURL, 'Ginette');
    const { page } = one;
    const faults: string[] = [];
    const words = { people: [...namesIn(await released(page, SYSTEMS[system]))] };
    await page.goto(`/replay/${GAME}`);
    await expect(page.locator('.board').first()).toBeVisible();
    faults.push(...(await faultsOf(page, `${system} replay`, words)));
    await page.getByRole('button', { name: 'Résultat' }).click();
    await expect(page.getByRole('region', { name: 'Ce qu’on en racontera' })).toBeVisible();
    faults.push(...(await faultsOf(page, `${system} tale`, words)));
    await page.goto(`/replay/${GAME}/strip`);
    await expect(page.locator('main svg').first()).toBeVisible();
    faults.push(...(await faultsOf(page, `${system} strip`, words)));
    expect(faults.join('\n')).toBe('');
    await one.context.close();
  });
}
