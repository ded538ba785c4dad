import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures';
import { introduce, person, type Person } from '../people';
import { say, skip, standing } from '../table';

test.describe.configure({ timeout: 240_000 });

/** The middle of the table along its width, and how far from the southern edge, in tenths of a millimetre. */
interface Spot {
  x: number;
  y: number;
}

/** Where a place of the table is on the screen. The surface shows 150 mm of the world around it. */
async function pixel({ page }: Person, { x, y }: Spot): Promise<Spot> {
  const box = await page.locator('section.board .camera').boundingBox();
  if (!box) throw new Error('no table');
  const k = box.width / 1500;
  return { x: box.x + (x / 10 + 150) * k, y: box.y + ((12_000 - y) / 10 + 150) * k };
}

async function tap(someone: Person, spot: Spot): Promise<void> {
  const { x, y } = await pixel(someone, spot);
  await someone.page.mouse.click(x, y);
}

const question = ({ page }: Person) => page.getByRole('dialog', { name: say.question });

/** Takes a seat with the first ready-made band. */
async function bring(someone: Person): Promise<void> {
  const { page } = someone;
  await page.getByRole('button', { name: say.sit }).first().click();
  await page.getByRole('button', { name: /150 points/ }).first().click();
  await page.getByRole('button', { name: /^(Amener ma bande|Bring my band)/ }).click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Waits until what has happened is shown to everybody and somebody is asked; tells who. */
async function asked(players: readonly Person[]): Promise<Person> {
  let found: Person | undefined;
  await expect
    .poll(async () => {
      for (const one of players) {
        const state = await standing(one.page);
        if (state === 'playing') await skip(one.page);
        if (state === 'mine') found = one;
        if (state === 'mine') return true;
      }
      return false;
    })
    .toBe(true);
  if (!found) throw new Error('nobody is asked');
  return found;
}

/** Shows everybody what has happened until somebody is asked what is looked for. */
async function until(players: readonly Person[], sign: Locator): Promise<void> {
  await expect
    .poll(async () => {
      for (const one of players) if ((await standing(one.page)) === 'playing') await skip(one.page);
      return sign.isVisible();
    })
    .toBe(true);
}

const deployButton = ({ page }: Person) => page.locator('.orders').getByRole('button', { name: /^(Poser ici|Put it here)$/ });
const endPhase = ({ page }: Person) => page.getByTestId('end-phase');

/** Chooses the edge by default and deploys everybody where they are offered, up to the first phase; tells whose it is. */
async function setUp(players: readonly Person[]): Promise<Person> {
  for (;;) {
    const one = await asked(players);
    await expect(question(one).or(deployButton(one)).or(endPhase(one)).first()).toBeVisible();
    if (await endPhase(one).isVisible()) return one;
    if (await question(one).isVisible()) await question(one).locator('button.default').click();
    else {
      const left = await one.page.locator('.orders [data-fig]').count();
      await deployButton(one).click();
      await expect.poll(async () => (await standing(one.page)) !== 'mine' || (await one.page.locator('.orders [data-fig]').count()) < left).toBe(true);
    }
  }
}

test('two people play a brawl of GeneriK to its end: a reaction stops a run, a reload loses nothing, an onlooker sees it', async ({
  browser,
  baseURL,
}) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en' });
  const suzy = await person(browser, baseURL, 'Suzy', { screen: 'phone' });
  const players = [ginette, momo];

  await ginette.page.goto('/new');
  await introduce(ginette);
  await ginette.page.getByRole('radio', { name: /GeneriK/ }).check();
  await ginette.page.getByRole('radio', { name: /Baston générale/ }).check();
  await ginette.page.getByRole('radio', { name: /Tranquille/ }).check();
  await ginette.page.getByRole('button', { name: say.submitRoom }).click();
  await expect(ginette.page).toHaveURL(/\/r\/[^#]+#.+/);
  const link = await ginette.page.getByRole('textbox', { name: say.invitation }).inputValue();
  await bring(ginette);
  for (const guest of [momo, suzy]) {
    await guest.page.goto(link);
    await introduce(guest);
  }
  await bring(momo);
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of [...players, suzy]) await expect(page).toHaveURL(/\/t\//);

  // The attacker has the southern edge by default and the first phase.
  const mover = await setUp(players);
  const watcher = mover === ginette ? momo : ginette;

  // The chief runs; the server says how far and who sees it.
  await mover.page.locator('[data-act=run]').click();
  await expect(mover.page.locator('.making')).toBeVisible();
  await tap(mover, { x: 7400, y: 2600 });
  await expect(mover.page.locator('.making .path')).toContainText(/Vu par|Seen by/);
  await mover.page.locator('.making .btn.main').click();

  // The other one reacts in the middle of the way, after a reload of the page.
  await until(players, question(watcher));
  await watcher.page.reload();
  await until(players, question(watcher));
  const places = watcher.page.getByTestId('checkpoint');
  const full = await watcher.page.locator('.slide span').innerText();
  await places.fill('2');
  await expect(watcher.page.locator('.slide span')).not.toHaveText(full);
  await watcher.page.locator('[data-way=move]').click();
  await tap(watcher, { x: 6000, y: 10_900 });
  await expect(watcher.page.getByTestId('react')).toBeEnabled();
  await watcher.page.getByTestId('react').click();

  // The run is interrupted there, and ends there.
  await until(players, mover.page.getByTestId('stop-here'));
  await mover.page.getByTestId('stop-here').click();
  await until(players, endPhase(mover));

  // The onlooker reads the same, and is asked nothing.
  await skip(suzy.page);
  await expect(suzy.page.getByRole('log')).toContainText(/AO/);
  await expect(suzy.page.getByRole('tab', { name: /Mes ordres/ })).toHaveCount(0);

  // The phase ends, and the other band packs up.
  await endPhase(mover).click();
  await endPhase(mover).click();
  const rout = watcher.page.locator('.end .btn.small');
  await until(players, rout);
  await rout.click();
  await rout.click();
  for (const one of players) {
    await expect.poll(async () => {
      await skip(one.page);
      return standing(one.page);
    }).toBe('over');
  }
  await expect(mover.page.getByRole('heading', { name: /gagn|l’emporte|wins|won|win/i }).last()).toBeVisible();

  // It can be watched again from the start.
  const replay = await ginette.page.getByRole('link', { name: 'Revoir la partie' }).getAttribute('href');
  await suzy.page.goto(replay ?? '');
  await expect(suzy.page.getByRole('log')).toBeVisible();

  for (const { name, faults, context } of [...players, suzy]) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});
