import { expect, test } from '../fixtures';
import { introduce, person, picture, type Person } from '../people';
import { endPhase, finish, openSkirmish, question, setUp, tap, type Spot } from '../skirmish';
import { offered, say, sit, skip, standing, steps } from '../table';

test.describe.configure({ timeout: 400_000 });

/** Returns the file of a band with a chief alone: the first fighter out of action decides (GEN-SCN-10). */
const lonely = (band: string, name: string) =>
  JSON.stringify({
    bagarre: 'generik-band',
    version: 1,
    band: {
      name: band,
      era: 'pirates',
      members: [{ id: 0, name, chief: true, look: 0, health: 'well', founder: true, weapons: ['p_epee', 'p_pistolet'], skills: ['boucher'] }],
    },
  });

/** Brings a band from a file. */
async function bringFile(someone: Person, file: string): Promise<void> {
  const { page } = someone;
  await sit({ page });
  await page.getByRole('button', { name: /^Import/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('textarea').fill(file);
  await dialog.locator('.btn.main').click();
  await page.getByRole('button', { name: /^(Amener ma bande|Bring my band)/ }).click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Returns the places of the two fighters, from the description of the table for screen readers. */
async function places({ page }: Person): Promise<[Spot, Spot]> {
  const lines = await page.locator('.describe ul').first().getByRole('button').allTextContents();
  const spots = lines.map((line) => {
    const found = /, ([\d.,]+) cm[^,]*, ([\d.,]+) cm/.exec(line);
    if (!found) throw new Error(`no place in: ${line}`);
    const [x, y] = [found[1], found[2]].map((cm) => Number(cm?.replace(',', '.')) * 100);
    return { x: x ?? 0, y: y ?? 0 };
  });
  const [a, b] = spots;
  if (!a || !b || spots.length !== 2) throw new Error(lines.join('\n'));
  return [a, b];
}

const able = ({ page }: Person, act: string) => page.locator(`.palette [data-act=${act}]:not([aria-disabled=true])`);

/** Takes the prepared action; returns whether it is legal. */
async function go(someone: Person): Promise<boolean> {
  const { page } = someone;
  const button = page.locator('.making .btn.main');
  const problem = page.locator('.making .problem');
  await expect.poll(async () => (await button.isEnabled()) || (await problem.isVisible())).toBe(true);
  if (!(await button.isEnabled())) return false;
  const before = await steps(page);
  await button.click();
  await expect.poll(() => steps(page)).toBeGreaterThan(before);
  return true;
}

/** Moves towards the other fighter, around obstacles; returns whether there was a way. */
async function approach(someone: Person, seat: number): Promise<boolean> {
  const both = await places(someone);
  const [me, foe] = seat === 0 ? both : [both[1], both[0]];
  const far = Math.hypot(foe.x - me.x, foe.y - me.y);
  const straight = Math.atan2(foe.y - me.y, foe.x - me.x);
  for (const act of ['run', 'move']) {
    if ((await able(someone, act).count()) === 0) continue;
    await able(someone, act).click();
    const most = act === 'run' ? 2900 : 950;
    for (const turn of [0, 0.6, -0.6, 1.2, -1.2]) {
      // The way ends at the contact with a standing enemy; beside one on the ground the place must be free.
      for (const reach of [Math.min(most, far), Math.min(most, far - 256), Math.min(most / 2, far - 270)]) {
        if (reach < 15) continue;
        await tap(someone, { x: me.x + Math.cos(straight + turn) * reach, y: me.y + Math.sin(straight + turn) * reach });
        if (await go(someone)) return true;
        await someone.page.keyboard.press('Escape');
        await able(someone, act).click();
      }
    }
    await someone.page.keyboard.press('Escape');
  }
  return false;
}

/** Takes one action in a phase: stands up, hits, shoots or comes nearer, or else ends the phase. */
async function act(someone: Person, seat: number): Promise<void> {
  const { page } = someone;
  await expect(page.locator('.palette [data-act=pivot]').or(page.locator('.palette [data-act=stand_up]')).first()).toBeVisible();
  for (const wanted of ['stand_up', 'powerful_attack', 'cc_attack', 'powerful_shot', 'shoot']) {
    if ((await able(someone, wanted).count()) === 0) continue;
    await able(someone, wanted).click();
    expect(await go(someone), wanted).toBe(true);
    return;
  }
  if (await approach(someone, seat)) return;
  await finish(someone);
}

test('two chiefs fight it out by hand to the last blow', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en' });
  const players = [ginette, momo];

  const link = await openSkirmish(ginette, /Mêlée générale/, /Pirates/i);
  await bringFile(ginette, lonely('La Murène', 'Anne'));
  await momo.page.goto(link);
  await introduce(momo);
  await bringFile(momo, lonely('The Shark', 'Mary'));
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of players) await expect(page).toHaveURL(/\/t\//);
  await setUp(players);

  const over = async () => (await Promise.all(players.map(({ page }) => standing(page)))).every((state) => state === 'over');
  const look = () => Promise.all(players.map(async ({ page }) => `${await standing(page)} ${await steps(page)}`));
  let blows = 0;
  while (!(await over())) {
    const before = await look();
    const showing = players[before.findIndex((one) => one.startsWith('playing'))];
    const seat = before.findIndex((one) => one.startsWith('mine'));
    const mine = players[seat];
    if (showing) await skip(showing.page);
    else if (mine && (await offered(mine.page, question(mine).or(endPhase(mine))))) {
      if (await question(mine).isVisible()) await question(mine).locator('button.default, .option.default').first().click();
      else {
        await act(mine, seat);
        blows += 1;
      }
    }
    await expect.poll(async () => (await look()).join() !== before.join() || (await over()), { message: before.join() }).toBe(true);
  }

  // The log names the fighter that is out of action, and the winner.
  expect(blows).toBeGreaterThan(3);
  for (const { page } of players) {
    await page.getByRole('tab', { name: /^(Récit|Story)$/ }).click();
    await expect(page.getByRole('log')).toContainText(/hors de combat|hors combat|out of action/i);
    await expect(page.getByRole('log')).toContainText(/(Victoire|Victory).*(La Murène|The Shark)/i);
    await picture(page, 'fight-end');
  }
  for (const { name, faults, context } of players) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});
