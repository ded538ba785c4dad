import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, type Person, thumbs } from '../people';
import { openRoom, say, sealed, standing, steps, takeSeat, toSheets } from '../table';

test.describe.configure({ timeout: 420_000 });

const everybody = (people: Person[], run: (someone: Person) => Promise<unknown>) => Promise.all(people.map(run));
const seal = ({ page }: Person) => page.getByRole('button', { name: say.confirm });
const takeBack = ({ page }: Person) => page.getByRole('button', { name: say.takeBack });

/** Writes one order with the keyboard, in the first cell. */
async function write({ page }: Person, ...keys: string[]): Promise<void> {
  await page.locator('[data-cell]:visible').first().click();
  for (const key of keys) await page.keyboard.press(key);
}

/** Collects the frames that a page sends over its sockets from now on. */
function listen({ page }: Person): string[] {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  return sent;
}

test('sheets stay in the browsers until all players have sealed, also through a reload; a lost sheet counts as a rest', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const players = [ginette, momo];
  const sent = listen(ginette);

  const link = await openRoom(ginette, { scenario: /Dernière tournée/, pace: /Tranquille/, blind: true });
  await takeSeat(ginette);
  await momo.page.goto(link);
  await introduce(momo);
  await takeSeat(momo);
  await expect(ginette.page.getByText(/^Sceaux aveugles.: ta feuille reste sur cet appareil/)).toBeVisible();
  await expect(momo.page.getByText(/^Blind seals: your sheet stays on this device/)).toBeVisible();
  await everybody(players, ({ page }) => accessible(page));
  await everybody(players, ({ page }) => fits(page));
  await picture(ginette.page, 'blind-lobby', true);
  await picture(momo.page, 'blind-lobby', true);
  // The host opens the form again, which describes the blind seals.
  await ginette.page.getByRole('button', { name: 'Changer la soirée' }).click();
  await ginette.page.getByText(/^En échange.:/).scrollIntoViewIfNeeded();
  await picture(ginette.page, 'blind-form');
  await ginette.page.keyboard.press('Escape');
  await ginette.page.getByRole('button', { name: say.start }).click();
  await everybody(players, ({ page }) => expect(page).toHaveURL(/\/t\//));

  // The first turn is written, sealed and reloaded; the page opens the sheet by itself.
  await toSheets(players);
  await write(ginette, 'm', '5');
  await write(momo, 'm', '1');
  await expect(ginette.page.getByText('Sur cet appareil seulement')).toBeVisible();
  await picture(ginette.page, 'blind-writing');
  await picture(momo.page, 'blind-writing');
  await everybody(players, ({ page }) => accessible(page));
  await everybody(players, ({ page }) => thumbs(page));
  await sealed(ginette.page);
  await expect(ginette.page.getByText('Ta feuille est scellée, et reste ici')).toBeVisible();
  await expect.poll(() => standing(ginette.page)).toBe('others');
  await picture(ginette.page, 'blind-sealed');
  await takeBack(ginette).click();
  await expect(seal(ginette)).toBeVisible();
  await sealed(ginette.page);
  await expect(takeBack(ginette)).toBeVisible();
  expect(sent.join('\n')).toContain('"t":"seal"');
  expect(sent.join('\n'), 'no sheet leaves the browser').not.toContain('M5');
  await ginette.page.reload();
  await expect(ginette.page.getByText(/^C’est scellé, sur cet appareil seulement/)).toBeVisible();
  await ginette.page.getByRole('tab', { name: 'Mes ordres' }).click();
  await expect(ginette.page.getByText('Ta feuille est scellée, et reste ici')).toBeVisible();
  await expect(ginette.page.getByText('M5').first()).toBeVisible();
  await expect(momo.page.getByRole('tab', { name: 'My orders' })).toBeVisible();
  const before = await steps(momo.page);
  await sealed(momo.page);
  await expect.poll(() => steps(momo.page)).toBeGreaterThan(before);
  expect(sent.join('\n'), 'it was opened by the page').toContain('"t":"open"');
  expect(sent.join('\n')).toContain('M5');

  // In the second turn a player closes the browser, and returns with an empty one.
  await toSheets(players);
  await write(momo, 'm', '1');
  await sealed(momo.page);
  await expect(takeBack(momo)).toBeVisible();
  await picture(momo.page, 'blind-sealed');
  const cookies = await momo.context.cookies();
  const room = momo.page.url();
  await momo.context.close();
  const again = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  await again.context.addCookies(cookies);
  await again.page.goto(room);
  await again.page.getByRole('tab', { name: 'My orders' }).click();
  await expect(again.page.getByText('A sheet is sealed, and not on this device')).toBeVisible();
  await picture(again.page, 'blind-elsewhere');
  await expect(takeBack(again)).toBeVisible();
  await sealed(ginette.page);
  await expect.poll(() => standing(ginette.page)).toBe('opening');
  await expect(again.page.getByText('Everybody has sealed, but your sheet is not on this device.')).toBeVisible();
  await picture(ginette.page, 'blind-opening');
  await picture(again.page, 'blind-opening');
  await expect.poll(() => standing(ginette.page), { timeout: 60_000 }).not.toBe('opening');

  // The log reports it in both languages, and the game goes on.
  await toSheets([ginette, again]);
  await again.page.getByRole('tab', { name: 'Story' }).click();
  await expect(again.page.getByText('Momo had sealed, but the sheet was not opened in time: rest (or the default choice).')).toBeVisible();
  await ginette.page.getByRole('tab', { name: 'Récit' }).click();
  await expect(ginette.page.getByText(/^Momo avait scellé, mais sa feuille n’a pas été ouverte à temps.: repos/)).toBeVisible();
  await everybody([ginette, again], ({ page }) => accessible(page));
  await everybody([ginette, again], ({ page }) => fits(page));
  await picture(ginette.page, 'blind-story');
  await picture(again.page, 'blind-story');
  for (const { faults, name } of [ginette, again]) expect(faults, name).toEqual([]);
});
