import { expect, type Page } from '@playwright/test';
import { introduce, type Person } from './people';
import { offered, say, sealed, skip, standing } from './table';

const seal = /^(Sceller|Seal)/;
const quiet = /^(Rien d’autre ce tour|Nothing more this turn)$/;

/** The elements that answer a question of Celtiques: no more actions in this turn, the default, an announcement, the seal. */
export const answers = (page: Page) =>
  page
    .locator('.side')
    .getByRole('button', { name: quiet })
    .or(page.locator('.side button.default'))
    .or(page.locator('.side').getByTestId('announce'))
    .or(page.locator('.side').getByRole('button', { name: seal }));

/** Answers the open question: with no more actions in this turn, an announcement, the default, or the seal. */
export async function answer({ page }: Person): Promise<void> {
  const side = page.locator('.side');
  const nothing = side.getByRole('button', { name: quiet });
  const sealing = side.getByRole('button', { name: seal });
  const usual = side.locator('button.default');
  const announcing = side.getByTestId('announce');
  // The event of the previous answer may arrive only now; then no question is open any more.
  if (!(await offered(page, answers(page)))) return;
  for (const press of [nothing, announcing, usual.first(), sealing.first()]) {
    if (await press.isVisible()) return sealed(page, press);
  }
}

/** Opens a room for the ford of Celtiques, and returns its invitation link; `form` fills the rest of its form. */
export async function openFord(host: Person, form: (page: Page) => Promise<void> = async () => {}): Promise<string> {
  const { page } = host;
  await page.goto('/');
  await page.getByRole('link', { name: say.openRoom }).click();
  await introduce(host);
  await page.getByRole('radio', { name: /^Celtiques/ }).check();
  await page.getByRole('radio', { name: /^Le gué/ }).check();
  await form(page);
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  return page.getByRole('textbox', { name: say.invitation }).inputValue();
}

/** Brings the proposed band of a seat: ready-made heroes. */
export async function bring({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: /^(Amener ma bande|Bring my band)$/ }).click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Returns the state of the table and the number of received steps for each player. */
export const look = (players: readonly Person[]): Promise<string[]> =>
  Promise.all(players.map(async ({ page }) => `${await standing(page)} ${await page.locator('.table').getAttribute('data-steps')}`));

/** Plays for all players with the default answers until `done` returns true. */
export async function playUntil(players: readonly Person[], done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) {
    const before = await look(players);
    const showing = players[before.findIndex((one) => one.startsWith('playing'))];
    const asked = players[before.findIndex((one) => one.startsWith('mine'))];
    if (showing) await skip(showing.page);
    else if (asked && (await offered(asked.page, answers(asked.page)))) await answer(asked);
    await expect
      .poll(async () => JSON.stringify(await look(players)) !== JSON.stringify(before) || (await done()), { message: JSON.stringify(before) })
      .toBe(true);
  }
}
