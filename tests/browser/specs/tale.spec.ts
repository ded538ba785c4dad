/** The tale at the end of a game comes from its full record: for players, for a spectator who came late, and after a reload. */
import { expect, test } from '../fixtures';
import { introduce, person, picture, type Person } from '../people';
import { bringMotto, openRoom, say, skip, standing, TOY } from '../table';

test.use({ settings: { BAGARRE_OFFER_ALL: '1' } });
test.describe.configure({ timeout: 240_000 });

/** Answers with the number that will come up. */
const guess = ({ page }: Person, n: number) =>
  page
    .getByRole('dialog', { name: say.question })
    .getByRole('button', { name: new RegExp(`^${n}`) })
    .click();

/** Returns the text of the tale, with the address of its best moment. */
async function tale({ page }: Person): Promise<string> {
  await expect.poll(async () => (await skip(page), standing(page))).toBe('over');
  const region = page.getByRole('region', { name: 'Ce qu’on en racontera' });
  const moment = region.getByRole('listitem').getByRole('link').first();
  await expect(moment).toBeVisible();
  return `${await region.innerText()}\n${(await moment.getAttribute('href')) ?? ''}`;
}

test('the tale is the same for players and for an onlooker who came in the last turn', async ({ browser, baseURL }) => {
  const [ginette, momo, suzy] = [
    await person(browser, baseURL, 'Ginette'),
    await person(browser, baseURL, 'Momo', { screen: 'phone' }),
    await person(browser, baseURL, 'Suzy'),
  ];
  const link = await openRoom(ginette, TOY);
  await bringMotto(ginette, 'Toujours le six');
  await momo.page.goto(link);
  await introduce(momo);
  await bringMotto(momo, 'Jamais le six');
  await ginette.page.getByRole('button', { name: say.start }).click();
  for (const { page } of [ginette, momo]) await expect(page).toHaveURL(/\/t\//);
  await guess(ginette, 6);
  await guess(momo, 3);
  await expect(ginette.page.getByText('Tour 2').first()).toBeVisible();

  // The spectator comes after the first turn, whose events are not sent to this page any more.
  await suzy.page.goto(link);
  await introduce(suzy);
  await expect(suzy.page).toHaveURL(/\/t\//);
  await expect(suzy.page.getByText('Tour 2').first()).toBeVisible();
  await guess(ginette, 2);
  await guess(momo, 2);

  const told = await tale(ginette);
  expect(told).toContain('Tour 1');
  for (const someone of [momo, suzy]) expect(await tale(someone), someone.name).toBe(told);
  for (const someone of [ginette, suzy]) {
    await someone.page.reload();
    expect(await tale(someone), `${someone.name} after a reload`).toBe(told);
    await picture(someone.page, `tale-${someone.name.toLowerCase()}`);
  }
  for (const { name, faults } of [ginette, momo, suzy]) expect(faults, name).toEqual([]);
});
