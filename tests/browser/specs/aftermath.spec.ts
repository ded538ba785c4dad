import { after, bring, choose, enterGame, joinCampaign, mayRout, openCampaign, openGame, purseOf } from '../campaign';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, SCREENS, type Person } from '../people';
import { playUntil } from '../skirmish';
import { say, skip, standing, untilTold } from '../table';

test.describe.configure({ timeout: 240_000 });

/** Recruits a chief and four unarmed members, so that the remaining points are the first treasury. */
async function recruit({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Western', exact: true }).click();
  await page.getByRole('textbox', { name: 'Nom de la bande' }).fill('Les Mains nues');
  for (let n = 0; n < 4; n += 1) await page.getByRole('button', { name: 'Engager une figurine' }).click();
}

/** Replaces a player, who leaves the seat, by a bot. */
async function replaceByRobot(host: Person, player: Person): Promise<void> {
  const seats = /^(Places et invitation|Seats and invitation)$/;
  await player.page.getByRole('button', { name: seats }).click();
  await player.page.getByRole('button', { name: 'Se lever' }).click();
  await host.page.getByRole('button', { name: seats }).click();
  await host.page.getByRole('button', { name: 'Gérer la place 2' }).click();
  await host.page.getByRole('button', { name: /Mettre .*, robot Tirailleur/ }).click();
  await host.page.keyboard.press('Escape');
}

/** Checks the panel on a large screen and on a phone. */
async function look({ page }: Person, name: string): Promise<void> {
  for (const screen of [SCREENS.wide, SCREENS.phone]) {
    await page.setViewportSize(screen);
    await expect(after(page)).toBeVisible();
    await fits(page);
    await picture(page, `after-${name}`);
  }
  await accessible(page);
  await page.setViewportSize(SCREENS.wide);
}

test('a battered band is cared for, paid, equipped and given a new chief by hand', async ({ browser, baseURL }) => {
  const raymond = await person(browser, baseURL, 'Raymond');
  const lulu = await person(browser, baseURL, 'Lulu');
  const { page } = raymond;
  const panel = after(page);
  const main = panel.locator('.step .btn.main');
  const step = (name: string) => expect(panel).toHaveAttribute('data-step', name);
  /** Checks the status of the panel; French text has several kinds of spaces, which are unified. */
  const told = (words: RegExp) => expect.poll(async () => (await panel.getByRole('status').innerText()).replace(/\s+/g, ' ')).toMatch(words);

  const link = await openCampaign(raymond, 'Les lendemains');
  await recruit(raymond);
  await bring(raymond);
  await joinCampaign(lulu, link);
  await lulu.page.getByRole('button', { name: 'Western', exact: true }).click();
  await lulu.page.getByRole('region', { name: 'Pressé ?' }).getByRole('button').first().click();
  await bring(lulu);
  await openGame(raymond);
  await enterGame(lulu, 'Les lendemains · Raymond – Lulu');
  await page.getByRole('button', { name: say.start }).click();
  await expect(lulu.page).toHaveURL(/\/t\//);
  await replaceByRobot(raymond, lulu);

  // An unarmed band faces guns and does not move: it packs up as soon as a figure is hurt, unless it has fled by itself.
  const hurt = page.getByRole('region', { name: 'Les Mains nues' }).locator('.mark.wounded, li.out');
  await playUntil([raymond], () => page.getByRole('region', { name: 'Consignes' }).isVisible());
  await page.getByRole('region', { name: 'Consignes' }).getByRole('button', { name: 'Changer' }).click();
  await page.getByRole('checkbox', { name: 'Laisser passer tout le reste' }).check();
  await page.getByRole('button', { name: 'Garder ces consignes' }).click();
  const over = () => panel.isVisible();
  await playUntil([raymond], async () => (await over()) || ((await hurt.count()) > 0 && (await mayRout(raymond))));
  if (!(await over())) {
    await page.getByRole('button', { name: 'Plier bagage' }).click();
    await untilTold(page, () => page.getByRole('button', { name: 'Oui, on remballe' }).click());
  }
  await playUntil([raymond], () => panel.isVisible());

  // Money and reputation: one figure is taken off the money, and so goes to the town.
  await step('money');
  await look(raymond, 'money');
  await panel.getByRole('checkbox', { checked: true }).first().uncheck();
  await main.click();
  await step('reputation');
  await told(/Argent : \d figurines?, le trésor passe à \d+/);
  await look(raymond, 'reputation');
  await main.click();

  // Care: the first figure in need is treated, with any result of the die.
  await step('care');
  await told(/Réputation : 1 figurine en ville, elle (monte à 1|reste à 0)/);
  await look(raymond, 'care');
  const before = await purseOf(page);
  const care = panel.getByRole('button', { name: /^(Soigner|Tenter)/ }).first();
  const price = Number(/\d+/.exec(await care.innerText())?.[0]);
  await care.click();
  await told(/Soins : .+ (retrouve la forme|s’en tire avec une blessure|n’a pas survécu)/);
  expect((await purseOf(page)).treasury).toBe(before.treasury - price);
  if ((await panel.getAttribute('data-step')) === 'care') {
    await look(raymond, 'cared');
    await main.click();
  }

  // Pay: the chief is dismissed, unless already dead.
  await step('pay');
  await expect(panel.getByText(/^À payer\s: \d+ sur \d+/)).toBeVisible();
  // The list of the step before has been replaced by that of the figures to be paid.
  await expect(panel.locator('.step li').getByRole('checkbox').first()).toBeVisible();
  const chief = panel.locator('.step li').filter({ has: page.getByRole('img', { name: 'chef' }) });
  if ((await chief.count()) > 0) await chief.getByRole('checkbox').check();
  await look(raymond, 'pay');
  await main.click();

  // Purchases: a weapon is bought and thrown away, and a figure is hired.
  await step('purchases');
  await told(/Soldes payées/);
  const rich = await purseOf(page);
  await panel.locator('.step li button').first().click();
  await choose(page, /^Arme 1/, 'L’armurerie', 'Derringer');
  await told(/ : Derringer\./);
  expect((await purseOf(page)).treasury).toBe(rich.treasury - 5);
  await look(raymond, 'bought');
  await panel
    .getByRole('button', { name: /^Enlever/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Oui, jeter' }).click();
  await told(/ jette : Derringer\./);
  await panel.getByRole('button', { name: /Engager quelqu’un/ }).click();
  await look(raymond, 'recruit');
  await panel.getByRole('button', { name: 'Engager pour 10 points' }).click();
  await told(/ rejoint la bande\./);
  expect((await purseOf(page)).treasury).toBe(rich.treasury - 15);
  await main.click();

  // The new chief is not the default one.
  await step('chief');
  await look(raymond, 'chief');
  const heir = panel.locator('.step li').last();
  const name = await heir.locator('b').innerText();
  await heir.getByRole('radio').check();
  await main.click();
  await step('done');
  await told(new RegExp(`${name} prend la tête de la bande\\.`));

  // The game is over, and the campaign shows the results.
  await expect.poll(() => standing(page)).toMatch(/over|playing/);
  if ((await standing(page)) === 'playing') await skip(page);
  await page.getByRole('link', { name: 'Retour à la campagne' }).click();
  const lives = page.getByRole('region', { name: 'Les bandes' });
  await expect(lives.getByText(`${name} prend la tête de la bande.`)).toHaveCount(1);
  await expect(lives.getByText(/ entre dans la bande pour \d+ points\.$/)).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Parties' }).getByText('Raymond', { exact: true })).toBeVisible();
  for (const { name: who, faults, context } of [raymond, lulu]) {
    expect(faults, who).toEqual([]);
    await context.close();
  }
});
