import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, SCREENS, type Person } from '../people';
import { endPhase, question, startSkirmish, tap, until, type Spot } from '../skirmish';

test.describe.configure({ timeout: 240_000 });

/** Runs with a figure of the mover, given by its place in the list, to a place. */
async function run(mover: Person, figure: number, to: Spot): Promise<void> {
  const { page } = mover;
  await page.locator('.people').getByRole('button').nth(figure).click();
  await page.locator('[data-act=run]').click();
  await tap(mover, to);
  await page.locator('.making .btn.main').click();
}

test('one press lets all reactions of a turn pass, and another one takes that back', async ({ browser, baseURL }) => {
  const players = [await person(browser, baseURL, 'Ginette'), await person(browser, baseURL, 'Momo', { lang: 'en' })] as const;
  const mover = await startSkirmish(players);
  const watcher = players[mover === players[0] ? 1 : 0];
  const orders = () => watcher.page.getByRole('tab', { name: /^(Mes ordres|My orders)$/ }).click();
  const lull = watcher.page.getByTestId('lull');
  await orders();
  await watcher.page.getByTestId('stance').selectOption('every');
  await expect(watcher.page.getByTestId('stance')).toHaveValue('every');

  await run(mover, 0, { x: 5400, y: 3000 });
  await until(players, question(watcher));
  await accessible(watcher.page);
  for (const size of [SCREENS.phone, SCREENS.wide]) {
    await watcher.page.setViewportSize(size);
    await fits(watcher.page);
    await picture(watcher.page, 'reaction-let-pass');
  }
  await watcher.page.getByTestId('let-turn-pass').click();
  await until(players, endPhase(mover));
  await orders();
  await expect(lull).toHaveAttribute('data-lull', 'turn');
  await picture(watcher.page, 'reactions-pass');

  // Another figure runs, and the watcher is asked no question.
  await run(mover, 1, { x: 4800, y: 2800 });
  await until(players, endPhase(mover));
  await expect(question(watcher)).toHaveCount(0);

  // One press takes it back.
  await watcher.page.getByTestId('end-lull').click();
  await expect(lull).toHaveCount(0);
  for (const { faults } of players) expect(faults).toEqual([]);
});
