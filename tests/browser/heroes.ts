import { expect, type Page } from '@playwright/test';
import { introduce, type Person } from './people';
import { offered, say, sit, skip, standing } from './table';

/** Opens a room of énergie; `form` fills the rest of its form. Returns its invitation link. */
export async function room(host: Person, scenario: RegExp, form: (page: Page) => Promise<void> = async () => {}): Promise<string> {
  const { page } = host;
  await page.goto('/');
  await page.getByRole('link', { name: say.openRoom }).click();
  await introduce(host);
  await page.getByRole('radio', { name: /énergie/ }).check();
  await page.getByRole('radio', { name: scenario }).check();
  await page.getByRole('radio', { name: /Tranquille/ }).check();
  await form(page);
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  return page.getByRole('textbox', { name: say.invitation }).inputValue();
}

/** Takes a seat and a ready-made hero. */
export async function bring(someone: Person, which = 0): Promise<void> {
  await sit(someone);
  await someone.page.getByRole('button', { name: say.gang }).nth(which).click();
  await expect(someone.page.locator('.seat.mine').getByText(/✓ (Prêt|Ready)/)).toBeVisible();
}

/** The button of an action of a hero, by its kind. */
export const act = (page: Page, kind: string) => page.locator(`[data-act=${kind}]`);

/** The elements with which a decision of énergie is made. */
export const deciding = (page: Page) =>
  page.getByRole('dialog', { name: say.question }).or(page.getByTestId('deploy')).or(page.locator('[data-act]')).or(page.getByTestId('bring-none'));

/** Makes one decision: by the default where there is one, else by `activation`; none if the table no longer asks. */
export async function decide({ page }: Person, activation: (page: Page) => Promise<void>): Promise<void> {
  const before = await page.locator('.table').getAttribute('data-steps');
  const question = page.getByRole('dialog', { name: say.question });
  const send = page.getByTestId('deploy');
  const none = page.getByTestId('bring-none');
  if (!(await offered(page, deciding(page)))) return;
  // The order in which the heroes of a player act is sent as proposed.
  if (await question.isVisible()) await question.locator('.default').or(question.locator('.btn.main')).first().click();
  else if (await send.isVisible()) {
    await send.click();
    // The seal of the other side is a step as well, so the number of steps does not show that this one is stored; the panel does.
    return expect(send).toBeHidden();
  } else if (await none.isVisible()) await none.click();
  else await activation(page);
  await expect.poll(async () => (await page.locator('.table').getAttribute('data-steps')) !== before || (await standing(page)) !== 'mine').toBe(true);
}

/** Takes an action that has to be confirmed: the first press shows it, the second one confirms it. */
export async function surely(page: Page, kind: string): Promise<void> {
  await page.locator('.activation summary').first().click();
  await act(page, kind).click();
  await act(page, kind).click();
}

/** Attacks a target in reach, else stands up, else guards. */
export async function fight(page: Page): Promise<void> {
  await expect(page.locator('[data-act]').first()).toBeVisible();
  if (await act(page, 'attack').isVisible()) {
    await act(page, 'attack').click();
    const target = page.locator('.picking .list button').first();
    const sure = page.getByTestId('do-it');
    await expect(target.or(sure).first()).toBeVisible();
    if (await target.isVisible()) await target.click();
    await expect(page.getByTestId('forecast').first()).toBeVisible();
    await sure.click();
  } else if (await act(page, 'stand').isVisible()) await act(page, 'stand').click();
  else await act(page, 'defend').click();
}

/** Skips the playback on all pages until a player is asked, and returns that player, or `null` when the game is over. */
export async function asked(people: readonly Person[]): Promise<Person | null> {
  let found: Person | null = null;
  await expect
    .poll(async () => {
      for (const one of people) {
        const state = await standing(one.page);
        if (state === 'playing') await skip(one.page);
        if (state === 'over') return 'over';
        if (state === 'mine') {
          found = one;
          return 'mine';
        }
      }
      return 'none';
    })
    .not.toBe('none');
  return found;
}
