/** The column beside the board: all figures are in sight at once, and numbers have labels. */
import { expect, test } from '../fixtures';
import { introduce, person, picture } from '../people';
import { say, sit, standing } from '../table';

test.describe.configure({ timeout: 240_000 });

/** The address of a page without the client, from which requests are sent. */
const enter = `/healthz`;
type Post = { path: string; body: unknown };
const post = async ({ path, body }: Post): Promise<{ id: string; invite: string }> => {
  const said = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!said.ok) throw new Error(await said.text());
  return (await said.json()) as { id: string; invite: string };
};

test('four heroes of énergie, two on each side, a game master and an onlooker are in sight beside a board of 1440 by 900', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const lucien = await person(browser, baseURL, 'Lucien');
  const suzy = await person(browser, baseURL, 'Suzy');
  const { page } = ginette;
  await page.goto(enter);
  await page.evaluate(post, { path: '/api/me', body: { name: 'Ginette' } });
  const terms = { ruleset: 'energie', scenario: 'docks', seats: 3, size: 0, more: { mj: true }, clocks: { kind: 'slow', long: 24, quick: 24 } };
  const room = { name: 'Le comptoir', ...terms, spectators: true, spectator_delay: 0, listed: false };
  const { id, invite } = await page.evaluate(post, { path: '/api/rooms', body: room });
  await page.goto(`/r/${id}`);
  for (const guest of [lucien, suzy]) {
    await guest.page.goto(`/r/${id}#${invite}`);
    await introduce(guest);
  }
  const [free, band] = [page.getByRole('button', { name: say.sit }).first(), page.getByRole('button', { name: say.gang })];
  await expect(free.or(band.first()).first()).toBeVisible();
  if (!(await band.first().isVisible())) await free.click();
  const mine = page.locator('.seat.mine').getByText(/✓ (Prêt|Ready)/);
  await band.nth(0).click();
  if (!(await mine.isVisible())) await band.nth(1).click();
  await expect(mine).toBeVisible();
  await page.getByRole('button', { name: 'Gérer la place 2' }).click();
  await page
    .getByRole('button', { name: /^Mettre .*, robot/ })
    .first()
    .click();
  await sit(lucien);
  await page.getByRole('button', { name: say.start }).click();
  await expect.poll(() => standing(page), { timeout: 60_000 }).toBe('mine');
  const send = page.getByTestId('deploy');
  if (await send.isVisible()) {
    await send.click();
    await expect(send).toBeHidden();
    await expect.poll(() => standing(page), { timeout: 90_000 }).toMatch(/mine|over/);
  }
  const people = page.locator('.left .ranks section ol > li .main');
  await expect(people).toHaveCount(4);
  for (const one of await people.all()) {
    const box = await one.boundingBox();
    expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  }
  // The rest of the danger is folded.
  const later = page.locator('.left details.danger');
  await expect(later.locator('ul')).toBeHidden();
  await later.locator('summary').click();
  await expect(later.locator('ul')).toBeVisible();
  await picture(page, 'ranks-energie');
  for (const { context } of [ginette, lucien, suzy]) await context.close();
});

test('the five numbers of a body of Baston are labelled with their parts', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const { page } = ginette;
  await page.goto(enter);
  await page.evaluate(post, { path: '/api/me', body: { name: 'Ginette' } });
  const { id } = await page.evaluate(post, { path: '/api/fights', body: { ruleset: 'baston' } });
  await page.goto(`/r/${id}`);
  await page.getByRole('button', { name: say.start }).click();
  await expect.poll(() => standing(page), { timeout: 60_000 }).toBe('mine');
  const first = page.locator('.left .ranks li .vitals').first();
  await expect(first.locator('small')).toHaveText(['Tê', 'Tr', 'Bd', 'Bg', 'Ja']);
  const size = () =>
    first
      .locator('small')
      .first()
      .evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
  await expect.poll(size).toBeGreaterThanOrEqual(13);
  await ginette.context.close();
});

test('four figures of GeneriK, two on each side, are in sight beside a board of 1440 by 900', async ({ browser, baseURL }) => {
  for (const lang of ['fr', 'en'] as const) {
    const ginette = await person(browser, baseURL, 'Ginette', { lang });
    const { page } = ginette;
    await page.goto(enter);
    await page.evaluate(post, { path: '/api/me', body: { name: 'Ginette' } });
    const { id } = await page.evaluate(post, { path: '/api/fights', body: { ruleset: 'generik' } });
    await page.goto(`/r/${id}`);
    await page.getByRole('button', { name: say.start }).click();
    await expect.poll(() => standing(page), { timeout: 60_000 }).toBe('mine');
    const people = page.locator('.left .ranks section ol > li .main');
    await expect(people).toHaveCount(4);
    await picture(page, `ranks-generik-${lang}`);
    for (const one of await people.all()) {
      const box = await one.boundingBox();
      expect((box?.y ?? 1000) + (box?.height ?? 0), await one.innerText()).toBeLessThanOrEqual(900);
    }
    await ginette.context.close();
  }
});
