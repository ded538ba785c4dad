import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures';
import { after, bring, choose, enterGame, joinCampaign, openCampaign, openGame, mayRout, purseOf, row, settle, type Purse } from '../campaign';
import { accessible, fits, introduce, person, picture, type Person } from '../people';
import { playUntil } from '../skirmish';
import { say, skip, standing, untilTold } from '../table';

test.describe.configure({ timeout: 300_000 });

const everybody = <T>(people: readonly Person[], run: (someone: Person) => Promise<T>) => Promise.all(people.map(run));

/** Builds a band of two figures with weapons and skills. */
async function build({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Western', exact: true }).click();
  await page.getByRole('textbox', { name: 'Nom de la bande' }).fill('Les Coyotes');
  const roster = page.getByRole('region', { name: 'La bande' });
  await roster.getByRole('button', { expanded: false }).first().click();
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Big Ray');
  await choose(page, /^Arme 1/, 'L’armurerie', 'Winchester');
  await choose(page, /^Arme 2/, 'L’armurerie', 'Couteau');
  await choose(page, /^1re compétence/, 'Les compétences', 'Veinard');
  await page.getByRole('button', { name: 'Engager une figurine' }).click();
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Kid Colère');
  await choose(page, /^Arme 1/, 'L’armurerie', 'Colt Portée');
  await choose(page, /^1re compétence/, 'Les compétences', 'Tas de muscle');
}

/** Waits until the game and the steps after it are over; returns the possessions of the bands in the panels. */
async function ended(people: readonly Person[], players: readonly Person[]): Promise<Purse[]> {
  await everybody(people, ({ page }) => expect.poll(() => standing(page)).toMatch(/over|playing/));
  await everybody(people, async ({ page }) => {
    if ((await standing(page)) === 'playing') await skip(page);
  });
  await everybody(people, ({ page }) => expect.poll(() => standing(page)).toBe('over'));
  await everybody(players, ({ page }) => page.getByRole('tab', { name: 'Mes ordres' }).click());
  return everybody(players, ({ page }) => purseOf(page));
}

test('a campaign of three games, from bands that are built to the final standings, with an onlooker', async ({ browser, baseURL }) => {
  const raymond = await person(browser, baseURL, 'Raymond');
  const lulu = await person(browser, baseURL, 'Lulu');
  const suzy = await person(browser, baseURL, 'Suzy', { screen: 'phone' });
  const players = [raymond, lulu];
  const all = [...players, suzy];

  const link = await openCampaign(raymond, 'La vallée perdue');
  await build(raymond);
  await picture(raymond.page, 'campaign-builder', true);
  await bring(raymond);

  await joinCampaign(lulu, link);
  await lulu.page.getByRole('button', { name: 'Western', exact: true }).click();
  await lulu.page.getByRole('region', { name: 'Pressé ?' }).getByRole('button').first().click();
  const theirs = await lulu.page.getByRole('textbox', { name: 'Nom de la bande' }).inputValue();
  await bring(lulu);
  await suzy.page.goto(link.replace(/#.*/, ''));
  await expect(suzy.page.getByText('Tu regardes cette campagne')).toBeVisible();

  const names = ['Les Coyotes', theirs];
  const seen: Purse[][] = [];
  const settled = async (...each: Parameters<typeof settle>[1][]) => {
    await everybody(players, ({ page }) => expect(after(page)).toBeVisible());
    const taken = await Promise.all(players.map((someone, n) => settle(someone, each[n])));
    seen.push(await ended(all, players));
    return taken;
  };
  const home = async () => {
    await everybody(players, ({ page }) => page.getByRole('link', { name: 'Retour à la campagne' }).click());
    await suzy.page.goto(link.replace(/#.*/, ''));
    await everybody(all, async ({ page }) => {
      for (const [n, name] of names.entries()) {
        await expect(page.getByRole('table').getByRole('row').filter({ hasText: name })).toBeVisible();
        const shown = await row(page, name);
        expect({ treasury: Number(shown['Trésor']), reputation: Number(shown['Réputation']) }).toEqual(seen.at(-1)?.[n]);
        expect(Number(shown['Parties'])).toBe(seen.length);
      }
    });
  };

  // Game 1: a band packs up after a phase or two; three turns without any action would end the game as a draw.
  await play(1);
  let phases = 0;
  await playUntil(players, async () => (await mayRout(lulu)) && (phases += 1) > 1);
  await lulu.page.getByRole('button', { name: 'Plier bagage' }).click();
  await untilTold(lulu.page, () => lulu.page.getByRole('button', { name: 'Oui, on remballe' }).click());
  await playUntil(players, over);
  // Raymond goes through the steps by hand, buys, and reloads in between; Lulu accepts the proposals.
  const [, hers] = await settled(shopping, async (step, panel) => {
    if (step === 'purchases' || step === 'money') {
      await lulu.page.setViewportSize({ width: 390, height: 844 });
      await expect(panel).toBeVisible();
      await fits(lulu.page);
      await picture(lulu.page, `campaign-${step}`);
      await lulu.page.setViewportSize({ width: 1440, height: 900 });
    }
    if (step === 'reputation') await expect(panel.getByRole('status')).toContainText(/[1-6]\s*Argent : .*le trésor passe à \d+/);
  });
  expect(hers).toEqual(expect.arrayContaining(['money', 'pay', 'purchases']));
  await picture(raymond.page, 'campaign-end');
  await home();
  await picture(raymond.page, 'campaign-one', true);

  // Game 2: a band gives up and leaves at the beginning of its next phase.
  await play(2);
  await playUntil(players, async () => (await everybody(players, mayRout)).some(Boolean));
  await raymond.page.getByRole('tab', { name: 'Mes ordres' }).click();
  await raymond.page.getByRole('button', { name: 'Places et invitation' }).click();
  await raymond.page.getByRole('button', { name: 'Abandonner' }).click();
  await raymond.page.getByRole('button', { name: 'Oui, j’abandonne' }).click();
  await raymond.page.keyboard.press('Escape');
  await playUntil(players, over);
  await settled();
  await home();

  // Game 3, in the same room: both agree on a draw. No figure was hurt, so that it does not count as a fight.
  await everybody(players, ({ page }) => page.goBack());
  await raymond.page.getByRole('button', { name: 'Partie suivante' }).click();
  await play(3, raymond.page.url());
  await playUntil(players, async () => (await everybody(players, mayRout)).some(Boolean));
  await everybody(players, ({ page }) => page.getByRole('tab', { name: 'Mes ordres' }).click());
  await raymond.page.getByRole('button', { name: 'Proposer le nul' }).click();
  await lulu.page.getByRole('button', { name: 'Accepter le nul' }).click();
  await everybody(all, async ({ page }) => {
    await expect(page.getByText('ce n’était pas un combat')).toBeVisible();
    await expect(after(page)).toHaveCount(0);
  });
  await picture(raymond.page, 'campaign-no-fight');
  const purses = seen.at(-1);
  if (purses) seen.push(purses);
  await home();

  // The host closes the campaign: the standings are final on all pages.
  await raymond.page.getByRole('button', { name: 'Clore la campagne' }).click();
  await raymond.page.getByRole('button', { name: 'Oui, la clore' }).click();
  await everybody([lulu, suzy], ({ page }) => page.reload());
  await everybody(all, async ({ page }) => {
    await expect(page.getByText('Close', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Classement final' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ouvrir une partie' })).toHaveCount(0);
    await everybody([suzy, raymond], ({ page: other }) => expect(other.getByRole('table')).toBeVisible());
    for (const name of names) {
      const [mine, others] = await Promise.all([row(page, name), row(suzy.page, name)]);
      expect({ ...mine, Bande: '' }).toEqual({ ...others, Bande: '' });
    }
  });
  // The history has the end of all three games, and the changes of the figures.
  const games = suzy.page.getByRole('region', { name: 'Parties' });
  await expect(games.getByRole('link', { name: /^Revoir/ })).toHaveCount(3);
  await expect(games.getByText('gagne')).toHaveCount(2);
  await expect(suzy.page.getByText('Doc Pépin entre dans la bande')).toHaveCount(1);
  await expect(suzy.page.getByText('Derringer, Sang froid')).toHaveCount(1);
  await fits(suzy.page);
  await accessible(suzy.page);
  await picture(suzy.page, 'campaign-final', true);
  for (const { name, faults, context } of all) {
    expect(faults, name).toEqual([]);
    await context.close();
  }

  /** Buys a recruit and a weapon, with a reload in between, and a skill, for which the win has raised the reputation to 2. */
  async function shopping(step: string, panel: Locator): Promise<void> {
    if (step === 'skills') await lesson(panel);
    if (step !== 'purchases') return;
    const before = await purseOf(raymond.page);
    await panel.getByRole('button', { name: /Engager quelqu’un/ }).click();
    await panel.getByRole('textbox', { name: 'Nom', exact: true }).fill('Doc Pépin');
    await raymond.page.reload();
    await expect(panel.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue('Doc Pépin');
    expect(await purseOf(raymond.page)).toEqual(before);
    await panel.getByRole('button', { name: 'Engager pour 10 points' }).click();
    await expect(panel.getByText('Doc Pépin rejoint la bande.').first()).toBeVisible();
    expect(await purseOf(raymond.page)).toEqual({ ...before, treasury: before.treasury - 10 });
    await panel.getByRole('button', { name: 'Doc Pépin' }).click();
    await choose(raymond.page, /^Arme 1/, 'L’armurerie', 'Derringer');
    await expect(panel.getByText('Doc Pépin : Derringer.').first()).toBeVisible();
    expect(await purseOf(raymond.page)).toEqual({ ...before, treasury: before.treasury - 15 });
    await accessible(raymond.page);
    await picture(raymond.page, 'campaign-shopping');
  }

  async function lesson(panel: Locator): Promise<void> {
    const before = await purseOf(raymond.page);
    await panel.getByRole('button', { name: 'Doc Pépin' }).click();
    await picture(raymond.page, 'campaign-skills');
    await accessible(raymond.page);
    await panel
      .getByRole('region', { name: 'Les compétences' })
      .getByRole('button', { name: /^5 Sang froid / })
      .click();
    await expect(panel.getByRole('status')).toContainText('Doc Pépin apprend : Sang froid.');
    expect(await purseOf(raymond.page)).toEqual({ ...before, treasury: before.treasury - 5 });
  }

  async function over(): Promise<boolean> {
    return (await everybody(players, ({ page }) => after(page).isVisible())).every(Boolean);
  }

  /** Starts a game in a new room, or in the room `there`. */
  async function play(n: number, there?: string): Promise<void> {
    const room = there ?? (await openGame(raymond));
    if (there === undefined) await enterGame(lulu, 'La vallée perdue · Raymond – Lulu');
    await suzy.page.goto(room);
    if (n === 1) await introduce(suzy);
    await expect(raymond.page.getByText('Curieux : Suzy')).toBeVisible();
    await raymond.page.getByRole('button', { name: say.start }).click();
    await everybody(all, ({ page }) => expect(page).toHaveURL(/\/t\//));
  }
});
