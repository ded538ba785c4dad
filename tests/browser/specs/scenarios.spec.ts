import { type Browser, type Locator, type Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { introduce, person, type Person } from '../people';
import { deployButton, endPhase, playUntil, tap } from '../skirmish';
import { quietly, say, sit, standing } from '../table';

test.describe.configure({ timeout: 240_000 });

interface Game {
  scenario: RegExp;
  players: readonly string[];
  /** The number of seats; bots take those without a player. */
  seats?: number;
  /** Whether the table has no terrain, so that all ways are straight. */
  bare?: boolean;
}

/** Opens a room of GeneriK through the pages, gives each player a seat with a ready-made band, and starts. */
async function begin(browser: Browser, baseURL: string, { scenario, players, seats = 2, bare = false }: Game): Promise<Person[]> {
  const all = await Promise.all(players.map((name, n) => person(browser, baseURL, name, { lang: n === 1 ? 'en' : 'fr' })));
  const [host, ...guests] = all as [Person, ...Person[]];
  const { page } = host;
  await page.goto('/new');
  await introduce(host);
  if (bare) {
    const table = { kind: 'table', ruleset: 'generik', name: 'Nue', content: { era: 'western', pieces: [] } };
    expect((await page.request.post('/api/shelf', { data: table })).status()).toBe(201);
  }
  await page.getByRole('radio', { name: /GeneriK/ }).check();
  await page.getByRole('radio', { name: scenario }).check();
  for (let n = 2; n < seats; n += 1) await page.getByRole('group', { name: 'Places' }).getByRole('button').last().click();
  if (bare) {
    await page.getByRole('radio', { name: /Une table à soi/ }).check();
    await page.getByRole('combobox', { name: 'Laquelle ?' }).selectOption('Nue');
    await expect(page.getByText('0 pièce')).toBeVisible();
  }
  await page.getByRole('radio', { name: /Tranquille/ }).check();
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  const link = await page.getByRole('textbox', { name: say.invitation }).inputValue();
  for (const guest of guests) {
    await guest.page.goto(link);
    await introduce(guest);
  }
  for (const one of all) {
    await sit(one);
    await one.page
      .getByRole('button', { name: /150 points/ })
      .first()
      .click();
    await one.page.getByRole('button', { name: /^(Amener ma bande|Bring my band)/ }).click();
    await expect(one.page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
  }
  for (let n = players.length; n < seats; n += 1) {
    await page.getByRole('button', { name: `Gérer la place ${'ABCD'.charAt(n)}` }).click();
    await page
      .getByRole('button', { name: /^Mettre / })
      .first()
      .click();
  }
  await page.getByRole('button', { name: say.start }).click();
  for (const one of all) await expect(one.page).toHaveURL(/\/t\//);
  return all;
}

const orders = (page: Page): Locator => page.locator('.orders');
const rows = (page: Page): Locator => page.locator('.end ol > li');

const over = (all: readonly Person[]) => async () => (await Promise.all(all.map(({ page }) => standing(page)))).every((state) => state === 'over');

async function leave(all: readonly Person[]): Promise<void> {
  for (const { name, faults, context } of all) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
}

test('GEN-SCN-40: champions are named in secret, and stand face to face once both are named', async ({ browser, baseURL }) => {
  const all = await begin(browser, baseURL, { scenario: /Duel/, players: ['Ginette', 'Momo'] });
  const naming = ({ page }: Person) => orders(page).getByRole('button', { name: /^(Sceller|Seal)/ });
  const [ginette, momo] = all as [Person, Person];
  // The player who is asked first waits for the other one.
  await playUntil(
    all,
    async () => (await naming(ginette).isVisible()) && (await naming(momo).isVisible()),
    (one) => naming(one).isVisible(),
  );

  // The other page does not show the champion of the first player, not even after a reload.
  await orders(ginette.page).locator('[data-fig]').nth(2).click();
  const chosen = await orders(ginette.page).locator('[data-fig][aria-pressed=true] b').innerText();
  await naming(ginette).click();
  await expect(naming(ginette)).toBeHidden();
  await expect(momo.page.getByRole('region', { name: 'Scenario' })).not.toContainText(chosen, { ignoreCase: true });
  await momo.page.reload();
  await expect(naming(momo)).toBeVisible();
  await momo.page.getByRole('tab', { name: 'Story' }).click();
  await expect(momo.page.getByRole('log')).not.toContainText(chosen, { ignoreCase: true });
  await momo.page.getByRole('tab', { name: 'My orders' }).click();
  await expect(ginette.page.getByRole('region', { name: 'Scénario' })).toContainText(chosen, { ignoreCase: true });

  // After the second choice both champions stand in the middle on both pages.
  await orders(momo.page).locator('[data-fig]').nth(1).click();
  const other = await orders(momo.page).locator('[data-fig][aria-pressed=true] b').innerText();
  await naming(momo).click();
  await playUntil(all, async () => (await Promise.all(all.map(({ page }) => deployButton({ page }).isVisible()))).includes(true));
  for (const { page } of all) {
    for (const name of [chosen, other]) await expect(page.locator('.describe li').filter({ hasText: name })).toContainText(/60 cm/);
  }
  await leave(all);
});

test('GEN-SCN-31: a chief who stands by the pot for three turn ends wins by it, and the count says so', async ({ browser, baseURL }) => {
  const all = await begin(browser, baseURL, { scenario: /ravioli/, players: ['Ginette', 'Momo'], bare: true });
  const [ginette] = all as [Person, Person];
  const { page } = ginette;
  const chief = page
    .locator('.describe li')
    .filter({ hasText: /chef/ })
    .filter({ hasText: /Le Chef/ });
  const run = async (): Promise<boolean> => {
    if (!(await endPhase({ page }).isVisible())) return false;
    await page.keyboard.press('1');
    const said = (await chief.innerText()).match(/, ([\d,]+) cm à l’est, ([\d,]+) cm au nord.* (\d) DA/);
    const [x, y, dice] = (said ?? []).slice(1).map((n) => Number(n.replace(',', '.'))) as [number, number, number];
    if (dice < 2 || Math.abs(y - 60) < 4) return false;
    await page.locator('[data-act=run]').click();
    // Near the pot the tap aims at the pot itself, which means the place beside it.
    const to = Math.abs(y - 60) < 30 ? 60 : y + Math.sign(60 - y) * 30;
    await tap(ginette, { x: (Math.abs(y - 60) < 30 ? 60 : x) * 100, y: to * 100 });
    await expect(page.locator('.making .path')).toContainText(/2 DA/);
    await page.locator('.making .btn.main').click();
    return true;
  };
  await playUntil(all, over(all), (one) => (one === ginette ? run() : Promise.resolve(false)));
  await expect(page.getByRole('heading', { name: 'Tu as gagné !' })).toBeVisible();
  const count = rows(page).first();
  await expect(count).toContainText('GEN-SCN-31');
  await expect(count).toContainText('30');
  await leave(all);
});

test('R-031: three bands fight: one concedes and is out, the others fight on, and the last one wins', async ({ browser, baseURL }) => {
  const all = await begin(browser, baseURL, { scenario: /Mêlée générale/, players: ['Ginette', 'Momo', 'Suzy'], seats: 3 });
  const [ginette, momo, suzy] = all as [Person, Person, Person];
  await playUntil(all, async () => (await Promise.all(all.map(({ page }) => endPhase({ page }).isVisible()))).includes(true));

  // Three bands are on the table, and none is beaten.
  await expect(ginette.page.locator('.ranks .beaten')).toHaveCount(0);
  await expect(ginette.page.locator('.describe ul').first().getByRole('listitem')).toHaveCount(18);

  // Momo gives up in any phase: the other players see it and go on.
  const { page } = momo;
  await page.getByRole('button', { name: 'Seats and invitation' }).click();
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.getByRole('button', { name: 'Yes, I give up' }).click();
  await page.keyboard.press('Escape');
  const beaten = ({ page: of }: Person) => of.locator('.ranks .beaten');
  await playUntil(all, async () => (await beaten(ginette).count()) === 1 && (await beaten(suzy).count()) === 1);
  expect(await standing(ginette.page)).not.toBe('over');

  // Suzy packs up at the start of one of her phases: Ginette is the last.
  await playUntil(all, over(all), async (one) => {
    const rout = one.page.getByRole('button', { name: 'Plier bagage' });
    if (one !== suzy || !(await rout.isVisible())) return false;
    await rout.click();
    await quietly(one.page.locator('.orders .end .btn.small').click());
    return true;
  });
  await expect(ginette.page.getByRole('heading', { name: 'Tu as gagné !' })).toBeVisible();
  for (const name of ['Ginette', 'Momo', 'Suzy']) await expect(rows(ginette.page).filter({ hasText: name })).toHaveCount(1);
  await leave(all);
});
