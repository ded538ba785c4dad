import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, thumbs } from '../people';
import { explained, offered, say, sit, skip, standing } from '../table';
import { answer, answers, bring, look, openFord, playUntil } from '../warriors';

test.describe.configure({ timeout: 360_000 });

test('two sides, a game master and an onlooker play the ford of Celtiques to its end', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const marcel = await person(browser, baseURL, 'Marcel');
  const suzy = await person(browser, baseURL, 'Suzy', { screen: 'phone' });
  const players = [ginette, momo];
  const all = [...players, marcel, suzy];

  const link = await openFord(ginette, async (page) => {
    await page.getByTestId('master').check();
    // The rules that can be changed stay open while they are switched.
    await page.getByText('Les règles qu’on peut changer').click();
    for (const name of [/^Duels d’armes de jet/, /^Tenir en respect/]) await page.getByRole('checkbox', { name }).check();
    for (const name of [/^Duels d’armes de jet/, /^Tenir en respect/]) await page.getByRole('checkbox', { name }).uncheck();
    // A new room starts with standing answers; here all questions are asked.
    const sensible = page.getByRole('checkbox', { name: /^Des consignes de bon sens/ });
    await expect(sensible).toBeChecked();
    await sensible.uncheck();
    await picture(page, 'celtiques-room');
  });
  for (const guest of [momo, marcel, suzy]) {
    await guest.page.goto(link);
    await introduce(guest);
  }

  // Heroes are made by the rules; the game master brings no band.
  await sit(ginette);
  await sit(momo);
  await expect(ginette.page.getByText(/Tout est dépensé/).first()).toBeVisible();
  await picture(ginette.page, 'celtiques-creation', true);
  await picture(momo.page, 'celtiques-creation', true);
  await accessible(ginette.page);
  await fits(momo.page);
  await bring(ginette);
  await bring(momo);
  await sit(marcel);
  await expect(marcel.page.getByText(/Meneur de jeu/).first()).toBeVisible();
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of all) await expect(page).toHaveURL(/\/t\//);

  // The chief, the places and the plan are chosen and sealed before the fight.
  await expect(ginette.page.getByRole('heading', { name: 'Avant le combat' })).toBeVisible();
  await picture(ginette.page, 'celtiques-plan');
  await accessible(ginette.page);
  await playUntil(players, async () => (await ginette.page.locator('.segment').count()) > 0);

  // The heartbeats of the turn are listed for screen readers.
  await expect(ginette.page.getByRole('heading', { name: /^Ordres du battement/ })).toBeVisible();
  const track = ginette.page.getByRole('region', { name: 'Les cinq battements du tour' });
  await expect(track).toBeVisible();
  await expect(track.getByRole('listitem')).toHaveText(Array.from({ length: 4 }, () => /^\S+\s: \d actions? annoncées?, (au battement|aux battements) [1-5]/));
  await picture(ginette.page, 'celtiques-orders');
  await accessible(ginette.page);
  await thumbs(ginette.page);
  // The keys alone choose one step to the east of the selected fighter.
  await ginette.page.getByRole('group', { name: /^La carte/ }).focus();
  await ginette.page.keyboard.press('ArrowRight');
  await ginette.page.keyboard.press('Enter');
  await expect(ginette.page.locator('.march .goal')).toContainText('Vers la case');

  // The game master intervenes before the dice, and the log shows it to a spectator.
  await skip(marcel.page);
  await marcel.page.getByRole('tab', { name: 'Mes ordres' }).click();
  const desk = marcel.page.getByRole('region', { name: 'Meneur de jeu' });
  await expect(desk).toBeVisible();
  await desk.getByRole('button', { name: 'Changer son prochain jet' }).click();
  await expect(desk.getByText('C’est fait')).toBeVisible();
  await picture(marcel.page, 'celtiques-master');
  await skip(suzy.page);
  await expect(suzy.page.getByRole('log')).toContainText('Le meneur de jeu');
  await explained(suzy.page, 'celtiques');

  // The fight is played to its end with the defaults of both sides.
  let pictured = false;
  let joined = false;
  await playUntil(players, async () => {
    // Fighters that act at the same time are drawn as a group, and described as one.
    const batch = track.locator('.batch .chip');
    if (!joined && (await batch.count()) > 1) {
      joined = true;
      await expect(track.getByRole('listitem').filter({ hasText: /^Ensemble\s:/ })).toHaveText(/: [^,]+(, [^,]+)+$/);
      await picture(ginette.page, 'celtiques-batch');
    }
    if (!pictured && (await ginette.page.locator('.deeds').count()) > 0) {
      pictured = true;
      await expect(ginette.page.locator('.deeds summary').first()).toBeVisible();
      await picture(ginette.page, 'celtiques-deeds');
      await picture(momo.page, 'celtiques-table');
    }
    const stands = await Promise.all(players.map(({ page }) => standing(page)));
    return stands.every((one) => one === 'over');
  });
  expect(joined).toBe(true);
  for (const { page } of [marcel, suzy]) {
    await expect
      .poll(async () => {
        await skip(page);
        return standing(page);
      })
      .toBe('over');
  }
  await expect(ginette.page.getByRole('heading', { name: /gagn|perdu|l’emporte|nul|égal/i }).last()).toBeVisible();
  await picture(ginette.page, 'celtiques-end');
  await picture(momo.page, 'celtiques-end');

  for (const { name, faults, context } of all) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});

/** Upper bound of the presses per seat and turn at the ford with the settings of a new room. */
const PROMISED = 5;
const TURNS = 1;

test('a turn at the ford takes few presses with the settings of a new room', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const players = [ginette, momo];
  await momo.page.goto(await openFord(ginette));
  await introduce(momo);
  for (const one of players) {
    await sit(one);
    await bring(one);
  }
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of players) await expect(page).toHaveURL(/\/t\//);

  // The choices before the fight state their effects, and their rules.
  for (const { page } of players) {
    await expect.poll(() => standing(page)).toBe('mine');
    await expect(page.locator('.side a[href$="CEL-TER-03"]').first()).toBeVisible();
    await expect(page.locator('.side a[href$="CEL-TER-09"]').first()).toBeVisible();
    await picture(page, 'celtiques-plan-effects', true);
    await fits(page);
  }
  await accessible(ginette.page);

  const turn = async (): Promise<number> => {
    const told = await Promise.all(players.map(async ({ page }) => (await page.locator('.table').textContent()) ?? ''));
    return Math.max(0, ...told.flatMap((text) => [...text.matchAll(/(?:Tour|Turn)\s(\d+)/g)].map(([, n]) => Number(n))));
  };
  const presses = [0, 0];
  let together = 0;
  for (;;) {
    const before = await look(players);
    if (before.some((one) => one.startsWith('over'))) break;
    const showing = players[before.findIndex((one) => one.startsWith('playing'))];
    if (showing) {
      await skip(showing.page);
    } else {
      const now = await turn();
      if (now > TURNS) break;
      const n = before.findIndex((one) => one.startsWith('mine'));
      const asked = players[n];
      if (asked && (await offered(asked.page, answers(asked.page)))) {
        const panel = asked.page.locator('.side').getByTestId('together');
        if ((await panel.count()) > 1) {
          together += 1;
          await picture(asked.page, 'celtiques-announce', true);
          await accessible(asked.page);
          await thumbs(asked.page);
          await fits(asked.page);
        }
        await answer(asked);
        if (now > 0) presses[n] = (presses[n] ?? 0) + 1;
      }
    }
    await expect.poll(async () => JSON.stringify(await look(players)) !== JSON.stringify(before), { message: JSON.stringify(before) }).toBe(true);
  }
  // A panel announced for both warriors of a seat at least once; the presses per seat and turn are within the bound.
  expect(together).toBeGreaterThan(0);
  const all = presses.reduce((sum, n) => sum + n, 0);
  expect(Math.min(...presses)).toBeGreaterThan(0);
  expect(all / (players.length * TURNS), `presses by seat: ${presses.join(', ')}`).toBeLessThanOrEqual(PROMISED);
  for (const { name, faults, context } of players) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});

test('a band of Celtiques enters a campaign as it is proposed', async ({ browser, baseURL }) => {
  const { page, faults, context, name } = await person(browser, baseURL, 'Ginette');
  await page.goto('/campaigns');
  await page.getByRole('textbox', { name: 'Nom de la campagne' }).fill('Les lances');
  await page.getByRole('radio', { name: /^Celtiques/ }).check();
  await page.getByRole('button', { name: 'Ouvrir la campagne' }).click();
  await introduce({ page, faults, context, name });
  await expect(page.getByText(/Tout est dépensé/).first()).toBeVisible();
  await page.getByRole('button', { name: /^Amener ma bande$/ }).click();
  await expect(page.getByText('Elle n’a pas encore joué')).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  // The band is listed with its weapons.
  await expect(page.getByRole('region', { name: 'Les bandes' }).getByRole('listitem').first()).toContainText(/lance|épée|fronde|javelot/i);
  await picture(page, 'celtiques-campaign', true);
  await accessible(page);
  await fits(page);

  // The page shows no text of its own until the texts of the system have arrived.
  let come = (): void => {};
  const words = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/api/rulesets/celtiques', async (route) => {
    await words;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText('On feuillette les carnets…')).toBeVisible();
  come();
  await expect(page.getByRole('columnheader', { name: 'Points appris' })).toBeVisible();
  expect(faults).toEqual([]);
});
