import { expect, test } from '../fixtures';
import { fits, introduce, type Person, person } from '../people';
import { asked, bring, endPhase, openSkirmish, pixel, question, type Spot, until } from '../skirmish';
import { offered, say, skip, standing, steps } from '../table';

test.describe.configure({ timeout: 240_000 });

/** Taps a place of the table on a phone, clicks it on another screen. */
async function point(someone: Person, spot: Spot): Promise<void> {
  const { x, y } = await pixel(someone.page, spot);
  if (someone.page.viewportSize()?.width === 390) await someone.page.touchscreen.tap(x, y);
  else await someone.page.mouse.click(x, y);
}

/** Checks that the log contains a text. */
async function expectTold({ page }: Person, what: RegExp): Promise<void> {
  await page.getByRole('tab', { name: 'Récit' }).click();
  await expect(page.getByRole('log')).toContainText(what);
  await page.getByRole('tab', { name: 'Mes ordres' }).click();
}

/** Starts a duel of honour and deploys all figures at once; returns the player of the first phase. */
async function duel(players: readonly [Person, Person]): Promise<Person> {
  const [host, guest] = players;
  const link = await openSkirmish(host, /Duel d’honneur/);
  await bring(host);
  await guest.page.goto(link);
  await introduce(guest);
  await bring(guest);
  await host.page.getByRole('button', { name: say.start }).click();
  for (const { page } of players) await expect(page).toHaveURL(/\/t\//);
  for (;;) {
    const one = await asked(players);
    const all = one.page.getByTestId('deploy-all');
    const seal = one.page.getByRole('button', { name: /^(Sceller|Seal)/ });
    if (!(await offered(one.page, question(one).or(all).or(seal).or(endPhase(one))))) continue;
    if (await endPhase(one).isVisible()) return one;
    const before = await steps(one.page);
    if (await question(one).isVisible()) await question(one).locator('button.default').click();
    else if (await seal.isVisible()) {
      await one.page.locator('.people [data-fig]').first().click();
      await seal.click();
    } else {
      await fits(one.page);
      await expect(all).toBeEnabled();
      await all.click();
      // There is no question for each single figure.
      await expect.poll(async () => (await standing(one.page)) !== 'mine' || (await endPhase(one).isVisible())).toBe(true);
    }
    await expect.poll(async () => (await steps(one.page)) > before || (await standing(one.page)) !== 'mine').toBe(true);
  }
}

for (const screen of ['wide', 'phone'] as const) {
  test(`all figures are deployed at once, and a run takes two taps (${screen})`, async ({ browser, baseURL }) => {
    const ginette = await person(browser, baseURL, 'Ginette', { screen });
    const momo = await person(browser, baseURL, 'Momo', { screen });
    const players = [ginette, momo] as const;
    const mover = await duel(players);
    await expect(mover.page.getByTestId('stance')).toBeAttached();
    const other = mover === ginette ? momo : ginette;
    const stance = other.page.getByTestId('stance');
    await expect(async () => {
      // On a phone a tap on the open tab folds it.
      if (!(await stance.isVisible())) await other.page.getByRole('tab', { name: 'Mes ordres' }).click();
      await expect(stance).toBeVisible({ timeout: 1_000 });
    }).toPass();
    // The other player holds all reactions, so that none interrupts the run.
    await stance.selectOption('hold');

    // The second figure stands at the back, at its own edge.
    const people = mover.page.locator('.phase .people button');
    await people.nth(1).click();
    const south = (await mover.page.locator('.phase').count()) > 0;
    expect(south).toBe(true);
    const before = await steps(mover.page);
    const ground = { x: 6900, y: 3000 };
    await point(mover, ground);
    await point(mover, ground);
    await expect.poll(() => steps(mover.page)).toBeGreaterThan(before);
    await until(players, endPhase(mover));
    await skip(mover.page);
    await expectTold(mover, /court, /);

    await fits(mover.page);
    for (const { name, faults, context } of players) {
      expect(faults, name).toEqual([]);
      await context.close();
    }
  });
}

/** Returns the transform of a figure on the table. */
const drawnAt = ({ page }: Person, fig: string) => page.locator(`[data-guide="figure-${fig}"]`).getAttribute('transform');

/** Drags a figure to a place of the table with the mouse. */
async function drag({ page }: Person, fig: string, to: Spot): Promise<void> {
  const base = await page.locator(`[data-guide="figure-${fig}"]`).evaluate((drawn) => {
    const { e, f } = (drawn as SVGGraphicsElement).getScreenCTM()!;
    return { x: e, y: f };
  });
  await page.mouse.move(base.x, base.y);
  await page.mouse.down();
  const end = await pixel(page, to);
  await page.mouse.move((base.x + end.x) / 2, (base.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

test('a drag proposes a move, and an action without possible reactions is taken back', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette', { screen: 'wide' });
  const momo = await person(browser, baseURL, 'Momo', { screen: 'wide' });
  const players = [ginette, momo] as const;
  const mover = await duel(players);
  const other = mover === ginette ? momo : ginette;
  await other.page.getByRole('tab', { name: 'Mes ordres' }).click();
  await other.page.getByTestId('stance').selectOption('hold');

  const { page } = mover;
  const figure = page.locator('.phase .people button').nth(1);
  await figure.click();
  const fig = (await figure.getAttribute('data-fig'))!;
  const before = await steps(page);
  const home = await drawnAt(mover, fig);
  await drag(mover, fig, { x: 6900, y: 3000 });
  // The drag only proposes the move: the figure goes when the player confirms it.
  const offers = page.locator('[data-guide=offers]');
  await expect(offers).toBeVisible();
  expect(await steps(page)).toBe(before);
  expect(await drawnAt(mover, fig)).toBe(home);
  await offers.getByTestId('do-it').click();
  await expect.poll(() => steps(page)).toBeGreaterThan(before);
  await until(players, endPhase(mover));
  await skip(page);
  await expect.poll(() => drawnAt(mover, fig)).not.toBe(home);

  // The run, to which an enemy could have reacted, cannot be taken back; a pivot, which no enemy sees, can.
  await expect(page.getByTestId('take-back')).toHaveCount(0);
  await page.locator('.phase .people button').nth(2).click();
  const moved = await steps(page);
  await page.locator('[data-act=pivot]').click();
  await point(mover, { x: 11_000, y: 900 });
  await page.getByTestId('do-it').click();
  await expect.poll(() => steps(page)).toBeGreaterThan(moved);
  await until(players, endPhase(mover));
  await skip(page);
  const turned = await steps(page);
  await page.getByTestId('take-back').click();
  await expect.poll(() => steps(page)).toBeGreaterThan(turned);
  await until(players, endPhase(mover));
  await skip(page);
  await expect(page.getByTestId('take-back')).toHaveCount(0);
  await expectTold(mover, /reprend son déplacement/);
  for (const { name, faults, context } of players) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});
