import { expect, type Locator, type Page } from '@playwright/test';
import { introduce, type Person } from './people';
import { say } from './table';

/** The possessions of a band, as the table or the page of the campaign shows them. */
export interface Purse {
  treasury: number;
  reputation: number;
}

/** Opens a campaign of a `system`, the first one by default; returns its invitation link. */
export async function openCampaign(host: Person, name: string, system?: RegExp): Promise<string> {
  const { page } = host;
  await page.goto('/');
  await page.getByRole('link', { name: 'Campagnes' }).first().click();
  await page.getByRole('textbox', { name: 'Nom de la campagne' }).fill(name);
  if (system) await page.getByRole('radio', { name: system }).check();
  await page.getByRole('button', { name: 'Ouvrir la campagne' }).click();
  await introduce(host);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return page.getByRole('textbox', { name: say.invitation }).inputValue();
}

/** Follows the invitation and joins the campaign. */
export async function joinCampaign(guest: Person, link: string): Promise<void> {
  await guest.page.goto(link);
  await guest.page.getByRole('button', { name: 'J’en suis' }).click();
  await introduce(guest);
  await expect(guest.page.getByRole('heading', { name: 'Ta bande', exact: true })).toBeVisible();
}

/** Puts an item of a list into a free slot of the open figure. */
export async function choose(page: Page, slot: RegExp, list: string, what: string): Promise<void> {
  await page.getByRole('button', { name: slot }).click();
  await page
    .getByRole('region', { name: list })
    .getByRole('button', { name: new RegExp(`^(\\d+|gratuit) ${what} `) })
    .click();
}

/** Brings the band of the builder. */
export async function bring({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Amener ma bande' }).click();
  await expect(page.getByText('Elle n’a pas encore joué')).toBeVisible();
}

/** Opens a game between the two bands from the page of the campaign, with long clocks; returns the address of its room. */
export async function openGame({ page }: Person): Promise<string> {
  await page.reload();
  await page.getByRole('button', { name: 'Ouvrir une partie' }).click();
  await page.getByRole('radio', { name: /Tranquille/ }).check();
  await page.getByRole('button', { name: 'Ouvrir la salle' }).click();
  await expect(page).toHaveURL(/\/r\//);
  return page.url();
}

/** Follows the page of the campaign into the room of a game. */
export async function enterGame({ page }: Person, game: string): Promise<void> {
  await page.reload();
  await page.getByRole('article').filter({ hasText: game }).getByRole('link').click();
  await expect(page).toHaveURL(/\/[rt]\//);
}

/** Returns whether the band of a player may pack up, which it may at the beginning of a phase. */
export const mayRout = ({ page }: Person): Promise<boolean> => page.getByRole('button', { name: 'Plier bagage' }).isVisible();

/** The panel of the steps after a game. */
export const after = (page: Page): Locator => page.getByRole('region', { name: 'Après la bataille' });

const answered = async (panel: Locator): Promise<number> => Number(await panel.getAttribute('data-answered'));
const stepOf = (panel: Locator): Promise<string | null> => panel.getAttribute('data-step');

/** Returns the possessions of the band in the panel. */
export async function purseOf(page: Page): Promise<Purse> {
  const numbers = after(page).locator('.purse b');
  await expect(numbers).toHaveCount(2);
  const [treasury, reputation] = await numbers.allInnerTexts();
  return { treasury: Number(treasury), reputation: Number(reputation) };
}

/** Goes through the steps after a game with their proposals; `each` is called at the beginning of each step. Returns their names. */
export async function settle({ page }: Person, each: (step: string, panel: Locator) => Promise<void> = async () => {}): Promise<string[]> {
  const panel = after(page);
  await expect(panel).toBeVisible();
  const taken: string[] = [];
  for (;;) {
    const step = (await stepOf(panel)) ?? '';
    if (step === 'done') return taken;
    if (!taken.includes(step)) {
      taken.push(step);
      await each(step, panel);
      // `each` may have completed the step.
      if ((await stepOf(panel)) !== step) continue;
    }
    const before = await answered(panel);
    await panel.locator('.step .btn.main').click();
    await expect.poll(() => answered(panel)).toBeGreaterThan(before);
  }
}

/** Returns a row of the standings, by the heads of its columns. */
export async function row(page: Page, band: string): Promise<Record<string, string>> {
  const table = page.getByRole('table').first();
  const heads = await table.locator('thead th').allInnerTexts();
  const cells = await table.getByRole('row').filter({ hasText: band }).locator('td, th').allInnerTexts();
  return Object.fromEntries(heads.map((head, n) => [head.trim(), (cells[n] ?? '').trim()]));
}
