import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, SCREENS, SIZES } from '../people';
import { endPhase, playUntil, question, startSkirmish, tap, until } from '../skirmish';
import { skip, standing } from '../table';

test.describe.configure({ timeout: 240_000 });

test('two people play a brawl of GeneriK to its end: a reaction stops a run, a reload loses nothing, an onlooker sees it', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en' });
  const suzy = await person(browser, baseURL, 'Suzy', { screen: 'phone' });
  const players = [ginette, momo] as const;

  // The attacker has the southern edge by default and the first phase.
  const mover = await startSkirmish(players, suzy);
  const watcher = mover === ginette ? momo : ginette;

  // The other player wants to be asked about all reactions, at any distance.
  await watcher.page.getByRole('tab', { name: /^(Mes ordres|My orders)$/ }).click();
  await watcher.page.getByTestId('stance').selectOption('every');
  await expect(watcher.page.getByTestId('stance')).toHaveValue('every');

  // The chief runs; the advice of the server has the length and the watchers.
  await mover.page.locator('[data-act=run]').click();
  await expect(mover.page.locator('.making')).toBeVisible();
  await tap(mover, { x: 5400, y: 3000 });
  await expect(mover.page.locator('.making .path')).toContainText(/Vu par|Seen by/);
  await expect(mover.page.locator('.making .btn.main')).toBeEnabled();

  // The lines of sight are shown on demand.
  const sight = mover.page.getByRole('button', { name: /^(Lignes de vue|Lines of sight)$/ });
  await sight.click();
  await expect(sight).toHaveAttribute('aria-pressed', 'true');
  await sight.click();
  await mover.page.locator('.making .btn.main').click();

  // The other player reacts in the middle of the way, after a reload.
  await until(players, question(watcher));
  await watcher.page.reload();
  await until(players, question(watcher));
  await watcher.page.getByTestId('other-way').first().click();
  const places = watcher.page.getByTestId('checkpoint');
  const full = await watcher.page.locator('.slide span').innerText();
  await places.fill('2');
  await expect(watcher.page.locator('.slide span')).not.toHaveText(full);
  await watcher.page.locator('[data-way=move]').click();
  await tap(watcher, { x: 6000, y: 10_900 });
  await expect(watcher.page.getByTestId('react')).toBeEnabled();
  await watcher.page.getByTestId('react').click();

  // The run is interrupted there, and the mover ends it.
  await until(players, mover.page.getByTestId('stop-here'));
  await mover.page.getByTestId('stop-here').click();
  await until(players, endPhase(mover));

  // The spectator reads the same log, and has no orders.
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
    await expect
      .poll(async () => {
        await skip(one.page);
        return standing(one.page);
      })
      .toBe('over');
  }
  await expect(mover.page.getByRole('heading', { name: /gagn|l’emporte|wins|won|win/i }).last()).toBeVisible();
  // The panel of orders says that the game is over.
  for (const { page } of players) {
    await page.getByRole('tab', { name: /^(Mes ordres|My orders)/ }).click();
    await expect(page.locator('.orders')).toContainText(/C’est fini|It is over/);
  }

  // The replay is available.
  const replay = await ginette.page.getByRole('link', { name: 'Revoir la partie' }).getAttribute('href');
  await suzy.page.goto(replay ?? '');
  await expect(suzy.page.getByRole('log')).toBeVisible();

  for (const { name, faults, context } of [...players, suzy]) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});

test('players whose bands do nothing read that the fight is about to end, then that it is a draw', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const players = [ginette, momo] as const;
  await startSkirmish(players);
  for (const { page } of players) await expect(page.locator('.soon')).toHaveCount(0);

  const last = ginette.page.getByText('Encore un tour sans aucune action, et la partie finit en match nul.');
  await playUntil(players, () => last.isVisible());
  const told = momo.page.getByText('One more turn without any action and the game ends in a draw.');
  await until([momo], told);
  for (const { page } of players) {
    await expect(page.locator('.soon').getByRole('link')).toHaveText('GEN-TRN-09');
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await fits(page);
      await picture(page, `ending-soon-${page === momo.page ? 'en' : 'fr'}`);
    }
    await page.setViewportSize(page === momo.page ? SCREENS.phone : SCREENS.wide);
    await accessible(page);
  }

  const over = async () => (await standing(ginette.page)) === 'over' && (await standing(momo.page)) === 'over';
  await playUntil(players, over);
  for (const { page } of players) await expect(page.locator('.soon')).toHaveCount(0);
  await expect(ginette.page.locator('.end')).toContainText(/match nul|Match nul/);
});
