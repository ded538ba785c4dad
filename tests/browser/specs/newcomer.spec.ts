import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, SIZES, thumbs, type Kind, type Person } from '../people';
import { say, standing, steps } from '../table';

test.describe.configure({ timeout: 240_000 });

/** Upper bound of the taps from the home page to a first blow. */
const MOST = 3;

/** A new player whose taps are counted. */
class Newcomer {
  taps = 0;
  readonly who: Person;
  private readonly since = Date.now();

  constructor(who: Person) {
    this.who = who;
  }

  /** Taps an element; scrolling to it is no tap. */
  async tap(there: Locator): Promise<void> {
    await there.scrollIntoViewIfNeeded();
    if (this.who.page.viewportSize()?.width === 390) await there.tap();
    else await there.click();
    this.taps += 1;
  }

  /** Adds the taps and the time to the report; no test depends on the time. */
  note(system: string): void {
    const seconds = ((Date.now() - this.since) / 1000).toFixed(1);
    test.info().annotations.push({ type: 'first order', description: `${system}: ${this.taps} taps, ${seconds} s` });
    console.log(`first order, ${system}, ${this.who.page.viewportSize()?.width} px: ${this.taps} taps, ${seconds} s`);
  }
}

const KINDS: readonly (readonly [string, Kind])[] = [
  ['desktop, in French', { screen: 'wide' }],
  ['phone, in English', { screen: 'phone', lang: 'en' }],
];

for (const [where, kind] of KINDS) {
  test(`a newcomer strikes a first blow of Baston in ${MOST} taps, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Momo Tabouret' : 'Marcel la Cogne', kind);
    const { page } = who;
    await page.goto('/');
    const hurried = new Newcomer(who);
    await hurried.tap(page.getByRole('button', { name: /^(Cogner tout de suite|Fight right now)$/ }));
    await expect(page).toHaveURL(/\/t\//);
    await hurried.tap(page.locator('[data-blow=CP]'));
    await hurried.tap(page.getByRole('button', { name: say.confirm }));
    // The sheets are revealed and played.
    await expect.poll(() => steps(page)).toBeGreaterThan(0);
    await expect.poll(() => standing(page)).not.toBe('mine');
    hurried.note('Baston');
    expect(hurried.taps).toBeLessThanOrEqual(MOST);
    await picture(page, `first-blow-${kind.lang ?? 'fr'}`);
    await expect(page.getByRole('timer')).toHaveCount(0);
    expect(who.faults).toEqual([]);
    await who.context.close();
  });

  test(`a newcomer fires a first shot of GeneriK in ${MOST} taps, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Josiane Tabouret' : 'Ginette la Cogne', kind);
    const { page } = who;
    await page.goto('/');
    const hurried = new Newcomer(who);
    await hurried.tap(page.getByRole('button', { name: /^(Un combat de GeneriK|A game of GeneriK)$/ }));
    await expect(page).toHaveURL(/\/t\//);
    await hurried.tap(page.locator('.palette [data-act=shoot]'));
    const before = await steps(page);
    const fire = page.locator('.making .btn.main');
    await expect(fire).toBeEnabled();
    await hurried.tap(fire);
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
    hurried.note('GeneriK');
    expect(hurried.taps).toBeLessThanOrEqual(MOST);
    await picture(page, `first-shot-${kind.lang ?? 'fr'}`);
    expect(who.faults).toEqual([]);
    await who.context.close();
  });

  test(`a newcomer strikes a first blow of Celtiques in ${MOST} taps, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Brenna Tabouret' : 'Vindo la Cogne', kind);
    const { page } = who;
    await page.goto('/');
    const hurried = new Newcomer(who);
    await hurried.tap(page.getByRole('button', { name: /^(Un combat de Celtiques|A game of Celtiques)$/ }));
    await expect(page).toHaveURL(/\/t\//);
    // A duel without terror has no plan: the announcement is the first question.
    await hurried.tap(page.getByRole('dialog', { name: say.question }).locator('.default'));
    const before = await steps(page);
    await hurried.tap(page.locator('.deeds [data-deed=strike]').first());
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
    hurried.note('Celtiques');
    expect(hurried.taps).toBeLessThanOrEqual(MOST);
    await picture(page, `first-strike-${kind.lang ?? 'fr'}`);
    expect(who.faults).toEqual([]);
    await who.context.close();
  });
}

test('the home page has all systems and one main button; a new player gets a name that can be changed, and a bot with another band', async ({
  browser,
  baseURL,
}) => {
  const who = await person(browser, baseURL, '', { screen: 'wide' });
  const { page } = who;
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.locator('.page .btn.main')).toHaveCount(1);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.locator('.page .btn.main')).toBeInViewport();
    await fits(page);
    await thumbs(page);
    await picture(page, 'home', true);
  }
  await accessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Cogner tout de suite' }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect.poll(() => standing(page)).toBe('mine');
  const me = (await (await page.request.get('/api/me')).json()) as { name: string };
  expect(me.name).not.toBe('');
  const renamed = await page.request.patch('/api/me', { data: { name: 'Zaza' } });
  expect(renamed.status()).toBe(200);
  // No two figures at the table have the same name.
  const names = await page.locator('.describe ul').first().getByRole('button').allTextContents();
  expect(new Set(names).size).toBe(names.length);
  // A reload returns to the same fight, and starts no new one.
  const before = page.url();
  await page.reload();
  await expect.poll(() => standing(page)).toBe('mine');
  expect(page.url()).toBe(before);
  expect(who.faults).toEqual([]);
  await who.context.close();
});

test('the host of a new room has a seat; guests are not asked to add bots; forms show their buttons without scrolling', async ({ browser, baseURL }) => {
  const host = await person(browser, baseURL, 'Ginette');
  const guest = await person(browser, baseURL, 'Momo', { lang: 'en' });
  const { page } = host;
  await page.goto('/new');
  await page.getByRole('dialog').getByRole('textbox').fill('Ginette');
  await page.getByRole('dialog').getByRole('button', { name: 'Entrer' }).click();
  const submit = page.getByRole('button', { name: say.submitRoom });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect(submit).toBeInViewport({ ratio: 1 });
    await picture(page, 'new-room');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await submit.click();
  await expect(page.getByRole('button', { name: say.stand })).toBeVisible();
  const start = page.getByRole('button', { name: say.start });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await expect(start).toBeInViewport();
    await picture(page, 'lobby');
  }
  await expect(page.getByText(/mets un robot/)).toBeVisible();
  // Each characteristic has its label, on a phone too.
  for (const stat of ['Force', 'Dextérité', 'Vitesse', 'Constitution']) await expect(page.locator('.stat').filter({ hasText: stat })).toBeVisible();
  await page.locator('.stats').scrollIntoViewIfNeeded();
  await picture(page, 'characteristics');
  const link = await page.getByRole('textbox', { name: say.invitation }).inputValue();
  await guest.page.goto(link);
  await guest.page.getByRole('dialog').getByRole('textbox').fill('Momo');
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Walk in' }).click();
  await expect(guest.page.getByText('somebody in seat 2')).toBeVisible();
  await expect(guest.page.getByText(/put in a bot/)).toHaveCount(0);
  // Bots have a name and a level.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Gérer la place 2' }).click();
  await expect(page.getByRole('button', { name: /Mettre Gros-Pierre, robot Cogneur/ })).toContainText('Fonce sur qui est à portée');
  await expect(page.getByRole('button', { name: /^Mettre .*, robot Cogneur/ })).toContainText('Niveau : fort');
  await expect(page.getByRole('button', { name: /^Mettre .*, robot Débutant/ })).toContainText('Niveau : facile');
  await picture(page, 'bots');
  for (const { faults, context } of [host, guest]) {
    expect(faults).toEqual([]);
    await context.close();
  }
});

/** Returns whether no other element covers the middle of an element. */
const uncovered = (there: Locator): Promise<boolean> =>
  there.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && element.contains(hit);
  });

/** Opens a room with settings by a request; returns its address with the invitation. */
async function opened(page: Person['page'], settings: object): Promise<string> {
  const known = { name: 'Chez Ginette', clocks: { kind: 'rules' }, spectators: true, spectator_delay: 0, listed: false };
  const answer = await page.request.post('/api/rooms', { data: { ...known, ...settings } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id, invite } = (await answer.json()) as { id: string; invite: string };
  return `/r/${id}#${invite}`;
}

const CIRCLE = { ruleset: 'celtiques', scenario: 'cercle', seats: 2, size: 1 };

test('an invitation names the host and the game, and stays when the dialog of the nickname is closed', async ({ browser, baseURL }) => {
  const host = await person(browser, baseURL, 'Ginette');
  expect((await host.page.request.post('/api/me', { data: { name: 'Ginette' } })).ok()).toBe(true);
  const link = await opened(host.page, CIRCLE);
  const guest = await person(browser, baseURL, 'Momo', { lang: 'en' });
  const { page } = guest;
  // The link is changed as a messenger would change it.
  await page.goto(link.replace('#', '%23') + '.');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Ginette invites you');
  await expect(dialog).toContainText('Celtiques · The ring of spears');
  await expect(dialog).toContainText('1 of 2 seats free');
  await expect(dialog.getByRole('link', { name: /^Learn it in three minutes, Celtiques/ })).toHaveAttribute('href', '/apprendre/celtiques');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await fits(page);
    await picture(page, 'invited');
  }
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/r\/[0-9a-z]{10}#[0-9a-f]{32}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ginette invites you' })).toBeVisible();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(page.getByRole('main').locator('svg').first()).toBeInViewport();
    await fits(page);
    await thumbs(page);
    await picture(page, 'invitation');
  }
  await accessible(page);
  await page.reload();
  await expect(dialog).toContainText('Ginette invites you');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Walk into the room' }).click();
  await introduce(guest);
  await expect(page.getByRole('heading', { level: 1, name: 'Chez Ginette' })).toBeVisible();
  await expect(page.getByText('Celtiques', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Learn it in three minutes, Celtiques/ })).toBeVisible();
  await page.getByRole('button', { name: say.sit }).click();

  // All seats are taken, so that the next guest may watch.
  const onlooker = await person(browser, baseURL, 'Suzy', { screen: 'phone' });
  await onlooker.page.goto(link);
  await expect(onlooker.page.getByRole('dialog')).toContainText('Toutes les places sont prises. Tu peux regarder.');
  await onlooker.page.keyboard.press('Escape');
  await onlooker.page.getByRole('button', { name: 'Regarder' }).click();
  await introduce(onlooker);
  await expect(onlooker.page.getByText('Curieux : Suzy')).toBeVisible();

  // Without the invitation the page shows nothing of a private room, and asks for no nickname.
  const stranger = await person(browser, baseURL, 'Riton');
  await stranger.page.goto(link.split('#')[0] ?? '');
  await expect(stranger.page.getByRole('heading', { name: 'Cette salle n’existe pas' })).toBeVisible();
  await expect(stranger.page.getByText('Ginette')).toHaveCount(0);
  await expect(stranger.page.getByRole('dialog')).toHaveCount(0);
  await stranger.page.getByRole('button', { name: 'J’ai déjà un surnom ici' }).click();
  await expect(stranger.page.getByRole('dialog').getByText('J’ai un code de secours')).toBeVisible();
  for (const { faults, context } of [host, guest, onlooker]) {
    expect(faults).toEqual([]);
    await context.close();
  }
  await stranger.context.close();
});

for (const [ruleset, settings] of Object.entries({
  baston: { ruleset: 'baston', scenario: 'SCN-00', seats: 2, size: 2 },
  generik: { ruleset: 'generik', scenario: 'baston_generale', seats: 2, size: 0 },
  energie: { ruleset: 'energie', scenario: 'entrepot', seats: 2, size: 0, more: { format: '1v1' } },
  celtiques: CIRCLE,
}))
  test(`${ruleset}: the lobby has one bar, which covers neither the band nor its button, and a button to add a bot`, async ({ browser, baseURL }) => {
    const host = await person(browser, baseURL, 'Ginette');
    const { page } = host;
    expect((await page.request.post('/api/me', { data: { name: 'Ginette' } })).ok()).toBe(true);
    const link = await opened(page, settings);
    const guest = await person(browser, baseURL, 'Momo');
    expect((await guest.page.request.post('/api/me', { data: { name: 'Momo' } })).ok()).toBe(true);
    await page.goto(link);
    await page.getByRole('button', { name: 'Ajouter un robot' }).click();
    await expect(page.getByRole('button', { name: /^Mettre .*, robot / }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Ajouter un robot' }).click();
    await guest.page.goto(link);
    await guest.page.getByRole('button', { name: say.sit }).click();
    for (const one of [page, guest.page])
      for (const size of SIZES) {
        await one.setViewportSize(size);
        const bring = one.getByRole('button', { name: /^Amener / });
        await expect(bring).toBeInViewport({ ratio: 1 });
        expect(await uncovered(bring), `${size.width}`).toBe(true);
        const bars = await one.evaluate(
          () =>
            [...document.querySelectorAll('main *')].filter(
              (element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position) && getComputedStyle(element).bottom !== 'auto',
            ).length,
        );
        expect(bars, `${size.width}`).toBe(1);
        const ready = one.locator('.bands button').first();
        await ready.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        expect(await uncovered(ready), `${size.width}`).toBe(true);
        await fits(one);
        await thumbs(one);
        await picture(one, `lobby-${ruleset}`);
      }
    await accessible(page);
    for (const { faults, context } of [host, guest]) {
      expect(faults).toEqual([]);
      await context.close();
    }
  });

test('no bot is offered for the seat of the game master', async ({ browser, baseURL }) => {
  const host = await person(browser, baseURL, 'Ginette');
  const { page } = host;
  await page.goto('/new');
  await introduce(host);
  await page.getByRole('radio', { name: /^énergie/ }).check();
  await page.getByTestId('master').check();
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  const seats = page.locator('.seats > li');
  await expect(seats.first()).toBeVisible();
  const master = seats.filter({ hasText: /Meneur|Maître|MJ/ });
  await expect(master).toHaveCount(1);
  await expect(master.getByRole('button', { name: 'Ajouter un robot' })).toHaveCount(0);
  await master.getByRole('button', { name: /^Gérer la place/ }).click();
  await expect(master.getByRole('button', { name: /robot/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ajouter un robot' })).toHaveCount((await seats.count()) - 2);
  expect(host.faults).toEqual([]);
  await host.context.close();
});
