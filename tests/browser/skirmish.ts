import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './people';
import { say, skip, standing } from './table';

/** A place of the table, from its south-western corner, in tenths of a millimetre. */
export interface Spot {
  x: number;
  y: number;
}

/** Where a place of the table is on the screen. The surface shows 150 mm of the world around it. */
export async function pixel(page: Page, { x, y }: Spot): Promise<Spot> {
  const box = await page.locator('.board .camera').boundingBox();
  if (!box) throw new Error('no table');
  const k = box.width / 1500;
  return { x: box.x + (x / 10 + 150) * k, y: box.y + ((12_000 - y) / 10 + 150) * k };
}

/** Taps a place of the table. */
export async function tap(someone: Person, spot: Spot): Promise<void> {
  const { x, y } = await pixel(someone.page, spot);
  await someone.page.mouse.click(x, y);
}

/** The decision that is asked. */
export const question = ({ page }: Person) => page.getByRole('dialog', { name: say.question });

/** Takes a seat with the first ready-made band. */
export async function bring(someone: Person): Promise<void> {
  const { page } = someone;
  await page.getByRole('button', { name: say.sit }).first().click();
  await page.getByRole('button', { name: /150 points/ }).first().click();
  await page.getByRole('button', { name: /^(Amener ma bande|Bring my band)/ }).click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Waits until what has happened is shown to everybody and somebody is asked; tells who. */
export async function asked(players: readonly Person[]): Promise<Person> {
  let found: Person | undefined;
  await expect
    .poll(async () => {
      for (const one of players) {
        const state = await standing(one.page);
        if (state === 'playing') await skip(one.page);
        if (state === 'mine') found = one;
        if (state === 'mine') return true;
      }
      return false;
    })
    .toBe(true);
  if (!found) throw new Error('nobody is asked');
  return found;
}

/** Shows everybody what has happened until somebody is asked what is looked for. */
export async function until(players: readonly Person[], sign: Locator): Promise<void> {
  await expect
    .poll(async () => {
      for (const one of players) if ((await standing(one.page)) === 'playing') await skip(one.page);
      return sign.isVisible();
    })
    .toBe(true);
}

/** Puts the figure at hand where it is shown. */
export const deployButton = ({ page }: Person) => page.locator('.orders').getByRole('button', { name: /^(Poser ici|Put it here)$/ });
/** Ends the phase. */
export const endPhase = ({ page }: Person) => page.getByTestId('end-phase');

/** Chooses the edge by default and deploys everybody where they are offered, up to the first phase; tells whose it is. */
export async function setUp(players: readonly Person[]): Promise<Person> {
  for (;;) {
    const one = await asked(players);
    await expect(question(one).or(deployButton(one)).or(endPhase(one)).first()).toBeVisible();
    if (await endPhase(one).isVisible()) return one;
    if (await question(one).isVisible()) await question(one).locator('button.default').click();
    else {
      const left = await one.page.locator('.orders [data-fig]').count();
      await deployButton(one).click();
      await expect.poll(async () => (await standing(one.page)) !== 'mine' || (await one.page.locator('.orders [data-fig]').count()) < left).toBe(true);
    }
  }
}
