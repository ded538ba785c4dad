import { expect, type Locator, type Page } from '@playwright/test';
import { introduce, type Person } from './people';
import { offered, quietly, say, sit, skip, standing, steps, untilTold } from './table';

/** A place of the table, from its south-western corner, in tenths of a millimetre. */
export interface Spot {
  x: number;
  y: number;
}

/** Returns the box of the world on screen, once the camera stands still: content that appears beside the board may move it. */
export async function view(page: Page): Promise<{ x: number; y: number; width: number }> {
  let box = { x: 0, y: 0, width: 0 };
  const still = () =>
    page.locator('.board .camera').evaluate(
      (camera) =>
        new Promise<[DOMRect, boolean]>((seen) => {
          const before = camera.getBoundingClientRect();
          const look = () => {
            const now = camera.getBoundingClientRect();
            seen([now, now.x === before.x && now.y === before.y && now.width === before.width]);
          };
          requestAnimationFrame(() => requestAnimationFrame(look));
        }),
    );
  await expect
    .poll(async () => {
      const [now, stands] = await still();
      box = now;
      return stands;
    })
    .toBe(true);
  return box;
}

/** Returns a place of the table on screen, and shows the whole table if it is out of sight. The world has 150 mm around the table. */
export async function pixel(page: Page, { x, y }: Spot): Promise<Spot> {
  const at = async () => {
    const box = await view(page);
    const k = box.width / 1500;
    return { x: box.x + (x / 10 + 150) * k, y: box.y + ((12_000 - y) / 10 + 150) * k };
  };
  const board = page.locator('section.board, .board').first();
  const seen = await board.evaluate(
    (it, spot) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      return spot.x > left + 8 && spot.x < right - 8 && spot.y > top + 8 && spot.y < bottom - 8;
    },
    await at(),
  );
  if (!seen) await page.getByRole('button', { name: /^(Voir tout le plateau|See the whole board)$/ }).click();
  return at();
}

/** Taps a place of the table. */
export async function tap(someone: Person, spot: Spot): Promise<void> {
  const { x, y } = await pixel(someone.page, spot);
  await someone.page.mouse.click(x, y);
}

/** The dialog of a decision. */
export const question = ({ page }: Person) => page.getByRole('dialog', { name: say.question });

/** Takes a seat with the first ready-made band. */
export async function bring(someone: Person): Promise<void> {
  const { page } = someone;
  await sit(someone);
  await page
    .getByRole('button', { name: /150 points/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^(Amener ma bande|Bring my band)/ }).click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Starts a room of GeneriK for two players, with their first ready-made bands, and spectators; returns the player of the first phase. */
export async function startSkirmish([host, guest]: readonly [Person, Person], ...onlookers: Person[]): Promise<Person> {
  const link = await openSkirmish(host, /Mêlée générale/);
  await bring(host);
  for (const one of [guest, ...onlookers]) {
    await one.page.goto(link);
    await introduce(one);
  }
  await bring(guest);
  await host.page.getByRole('button', { name: say.start }).click();
  for (const { page } of [host, guest, ...onlookers]) await expect(page).toHaveURL(/\/t\//);
  return setUp([host, guest]);
}

/** Waits until all pages have shown all events and a player is asked; returns that player. */
export async function asked(players: readonly Person[]): Promise<Person> {
  let found: Person | undefined;
  await expect
    .poll(async () => {
      const states = await Promise.all(players.map(({ page }) => standing(page)));
      for (const [n, one] of players.entries()) if (states[n] === 'playing') await skip(one.page);
      found = states.includes('playing') ? undefined : players[states.indexOf('mine')];
      return found !== undefined;
    })
    .toBe(true);
  if (!found) throw new Error('nobody is asked');
  return found;
}

/** Skips the playback on all pages until `sign` is visible. */
export async function until(players: readonly Person[], sign: Locator): Promise<void> {
  await expect
    .poll(async () => {
      for (const one of players) if ((await standing(one.page)) === 'playing') await skip(one.page);
      return sign.isVisible();
    })
    .toBe(true);
}

/** The button that puts the current item down at its place; a page has one or none. */
export const deployButton = ({ page }: Pick<Person, 'page'>) => page.getByRole('button', { name: /^(Poser ici|Put it here)$/ });
/** The button that ends the phase. */
export const endPhase = ({ page }: Pick<Person, 'page'>) => page.getByTestId('end-phase');

/** Chooses the default edge and deploys all figures at the proposed places; returns the player of the first phase. */
export async function setUp(players: readonly Person[]): Promise<Person> {
  for (;;) {
    const one = await asked(players);
    if (!(await offered(one.page, question(one).or(deployButton(one)).or(endPhase(one))))) continue;
    if (await endPhase(one).isVisible()) return one;
    if (await question(one).isVisible()) await untilTold(one.page, () => question(one).locator('button.default').click());
    else {
      const left = await one.page.locator('.orders [data-fig]').count();
      await deployButton(one).click();
      await expect.poll(async () => (await standing(one.page)) !== 'mine' || (await one.page.locator('.orders [data-fig]').count()) < left).toBe(true);
    }
  }
}

/** Opens a room of GeneriK with long clocks, for a `scenario` and an `era`, the first one by default; returns its invitation link. */
export async function openSkirmish(host: Person, scenario: RegExp, era?: RegExp): Promise<string> {
  const { page } = host;
  await page.goto('/new');
  await introduce(host);
  await page.getByRole('radio', { name: /GeneriK/ }).check();
  await page.getByRole('radio', { name: scenario }).check();
  await page.getByRole('radio', { name: /Tranquille/ }).check();
  if (era) await page.getByRole('button', { name: era }).first().click();
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  return page.getByRole('textbox', { name: say.invitation }).inputValue();
}

/** Ends the phase, and confirms that if dice are left. The button is shown until the event of the server has arrived. */
export async function finish(one: Person): Promise<void> {
  const before = await steps(one.page);
  const sure = one.page.locator('[data-testid=end-phase].sure:enabled');
  await endPhase(one).click();
  await expect
    .poll(async () => {
      if ((await steps(one.page)) === before && (await sure.isVisible())) await quietly(sure.click({ timeout: 1_000 }));
      return steps(one.page);
    })
    .toBeGreaterThan(before);
}

/** Accepts the proposal of the page, unless it is gone: the place of a figure, the end of the phase, the default of a decision. */
async function propose(one: Person, done: () => Promise<boolean>): Promise<void> {
  const { page } = one;
  const decision = question(one).locator('button.default, [data-default]');
  // One locator finds the button and its state: a separate query of the state would wait for a button that is gone.
  const proposal = deployButton(one).or(endPhase(one)).or(decision).and(page.locator(':not(:disabled)')).first();
  const ready = () => proposal.isVisible();
  // The event of an earlier action may arrive only now, and is played first.
  const gone = async () => (await standing(page)) !== 'mine';
  await expect.poll(async () => (await done()) || (await gone()) || (await ready())).toBe(true);
  if ((await done()) || (await gone())) return;
  const before = await steps(page);
  if (await deployButton(one).isVisible()) {
    await deployButton(one).click();
    await expect.poll(() => steps(page)).toBeGreaterThan(before);
  } else if (await endPhase(one).isVisible()) await finish(one);
  // A bot may have acted meanwhile.
  else if (await decision.first().isVisible()) await decision.first().click();
}

/**
 * Sets up and plays for all players, with the proposals of the page, until `done` returns true. `own` may act for the
 * player who is asked, and returns whether it did.
 */
export async function playUntil(
  players: readonly Person[],
  done: () => Promise<boolean>,
  own: (one: Person) => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  const look = () => Promise.all(players.map(async ({ page }) => ({ state: await standing(page), steps: await steps(page) })));
  while (!(await done())) {
    const before = await look();
    const showing = players[before.findIndex(({ state }) => state === 'playing')];
    const asked = players[before.findIndex(({ state }) => state === 'mine')];
    if (asked && !showing && !(await own(asked))) await propose(asked, done);
    const moved = async () => {
      // The playback may be slow on a busy machine, so that it is skipped at each poll.
      if (showing) await skip(showing.page);
      return JSON.stringify(await look()) !== JSON.stringify(before) || (await done());
    };
    await expect.poll(moved, { message: JSON.stringify(before), timeout: 30_000 }).toBe(true);
  }
}
