/** The odds of énergie before the dice, its keys, and the rules of its log. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures';
import { act, asked, bring, decide, deciding, room } from '../heroes';
import { accessible, fits, introduce, person, picture, SCREENS, type Person } from '../people';
import { GAME, released } from '../stored';
import { explained, say, steps } from '../table';

test.describe.configure({ timeout: 120_000 });

/** The text of a chance to hit and the expected damage. */
const ODDS = /\d+\s?%\s*de toucher\s*\d+(,\d+)?\s*dégâts attendus/;

/** Checks that an element can be scrolled into view uncovered, at both sizes of screen. */
async function onBoth({ page }: Person, what: Locator, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const screen of Object.values(SCREENS)) {
    await page.setViewportSize(screen);
    // A bar at the foot may cover the element only until it is scrolled.
    const seen = () =>
      what.evaluate((it) => {
        it.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = it.getBoundingClientRect();
        return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await expect.poll(seen).toBe(true);
    await fits(page);
    await picture(page, name);
  }
  if (size) await page.setViewportSize(size);
}

/** Returns whether an action is offered. It waits for the decision first, because no action is shown before it. */
async function offers({ page }: Person, kind: string): Promise<boolean> {
  await expect(deciding(page).first()).toBeVisible();
  return act(page, kind).isVisible();
}

test('both sides of énergie read the odds before the dice and choose by keys; the log leads to the rule', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { screen: 'phone' });
  const players = [ginette, momo];
  // Both sides start face to face, so that the first hero can charge at once.
  const link = await room(ginette, /L’entrepôt/, async (page) => {
    await page.getByText('Les règles qu’on peut changer').click();
    await page.getByRole('checkbox', { name: /^Deux camps commencent face à face/ }).check();
  });
  await momo.page.goto(link);
  await introduce(momo);
  for (const one of players) await bring(one, 2);
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of players) await expect(page).toHaveURL(/\/t\//);
  let first = await asked(players);
  while (first && !(await offers(first, 'charge'))) {
    await decide(first, async () => {});
    first = await asked(players);
  }
  if (!first) throw new Error('nobody is asked');
  const { page } = first;
  const second = first === ginette ? momo : ginette;

  // Each link of the page of panels is drawn with its length in metres.
  const { arenas } = (await (await page.request.get('/api/rulesets/energie')).json()) as { arenas: { id: string; links: { metres: number }[] }[] };
  const metres = arenas.find(({ id }) => id === 'entrepot')?.links.map((one) => `${one.metres} m`) ?? [];
  const drawn = await page
    .locator('.board svg text')
    .filter({ hasText: /^\d+ m$/ })
    .allTextContents();
  expect(drawn.sort()).toEqual(metres.sort());

  // Arrows move over the panels, Enter chooses one, Escape leaves it.
  const board = page.getByRole('group', { name: /^La page/ });
  const send = page.getByTestId('do-it');
  await board.focus();
  await expect(async () => {
    for (const arrow of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await page.keyboard.press(arrow);
      await page.keyboard.press('Enter');
      if (await send.isVisible()) break;
    }
    await expect(send).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(send).toHaveCount(0);

  // A number chooses the action.
  await page.keyboard.press(await act(page, 'charge').locator('kbd').innerText());
  const forecast = page.getByTestId('forecast');
  await expect(forecast).toContainText(ODDS);
  await expect(forecast).toContainText(/Besoin \d+ de base 1.*Seuil \d\+ \d+ dés/);
  await onBoth(first, forecast.locator('dl'), 'energie-forecast');
  await accessible(page);
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(send).toHaveCount(0);

  // The second player strikes back, and reads the odds after a reaction.
  const other = second.page;
  while ((await asked(players)) === second && !(await offers(second, 'attack'))) await decide(second, async () => {});
  await act(other, 'attack').click();
  await expect(other.getByTestId('forecast')).toContainText(ODDS);
  await expect(other.getByTestId('forecast')).toContainText(/S’il réagit\s:\s\d+\s?%, \d+(,\d+)? en moyenne/);
  await onBoth(second, other.getByTestId('forecast').locator('dl'), 'energie-forecast');
  await other.getByTestId('do-it').click();

  // The target reads what a reaction saves and costs; a number answers.
  const question = page.getByRole('dialog', { name: say.question });
  await asked(players);
  await expect(question).toBeVisible();
  await expect(question.locator('.worth')).toHaveText(/^Tu épargnes \d+(,\d+)? PE en moyenne\.\sPrix\s:\sl’activation d/);
  await expect(question.locator('.odds')).toHaveText([ODDS, ODDS]);
  await onBoth(first, question.locator('.worth'), 'energie-react');
  await accessible(page);
  const before = await steps(page);
  await page.keyboard.press('2');
  await expect(question).toBeHidden();
  await expect.poll(() => steps(page)).toBeGreaterThan(before);

  // A line of the log opens its rule in the rulebook.
  await asked(players);
  await page.getByRole('tab', { name: 'Récit' }).click();
  await expect(page.getByRole('log')).toContainText(/réagit\s: défense totale/);
  await explained(page, 'energie');
  for (const { name, faults, context } of players) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});

test('the page of panels draws doors, water, and the fire that spreads', async ({ browser, baseURL }) => {
  const { page, faults } = await person(browser, baseURL, 'Ginette');
  const ground = page.locator('.board svg.floor');
  const marks = page.locator('.board svg.layer:not(.floor)');
  await released(page, 'energie-v1/entrepot');
  await page.goto(`/replay/${GAME}`);
  await page.getByRole('button', { name: 'Depuis le début' }).click();
  await expect(marks.locator('text').filter({ hasText: /^\d+ m$/ })).toHaveCount(10);
  await expect(marks.locator('rect[fill="#8a5a2b"]')).toHaveCount(2);
  await expect(ground.locator('.flame')).toHaveCount(0);
  await page.getByRole('button', { name: 'Aller à la fin' }).click();
  // The fire is drawn, and described for screen readers.
  await expect.poll(() => ground.locator('.flame').count()).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: /ça brûle/ }).first()).toBeAttached();
  await picture(page, 'energie-fire');

  await page.unroute('**/replay');
  await released(page, 'energie-v1/libre');
  await page.reload();
  await page.getByRole('button', { name: 'Depuis le début' }).click();
  await expect(marks.locator('path[fill="#8a5a2b"]')).toHaveCount(1);
  await expect(ground.locator('path[fill="#8fd0d6"]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /à la nage/ })).toHaveCount(1);
  await picture(page, 'energie-water');
  expect(faults).toEqual([]);
});
