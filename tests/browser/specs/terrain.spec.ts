import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, thumbs } from '../people';
import { pixel, playUntil } from '../skirmish';
import { say, sit } from '../table';

test.describe.configure({ timeout: 240_000 });

/** A place of the table in cm, from its south-western corner. */
type Spot = readonly [number, number];

/** Returns a place of the table on screen. */
async function onScreen(page: Page, [x, y]: Spot): Promise<Spot> {
  const at = await pixel(page, { x: x * 100, y: y * 100 });
  return [at.x, at.y];
}

async function drag(page: Page, from: Spot, to: Spot): Promise<void> {
  await page.mouse.move(...(await onScreen(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await onScreen(page, to)), { steps: 4 });
  await page.mouse.up();
}

/** The palette of pieces, the list of the pieces on the table, and the description for screen readers. */
const palette = (page: Page, piece: string) => page.getByRole('button', { name: new RegExp(`^(Poser :|Put down:) ${piece}`) });
const lying = (page: Page) => page.locator('.editor ul.lying > li');
const inWords = (page: Page) => page.locator('.describe ul').last().getByRole('listitem');
const keep = (page: Page) => page.getByRole('button', { name: /^(Garder|Keep)$/ });
const undo = (page: Page) => page.getByRole('button', { name: /^(Défaire|Undo)$/ });

test('a custom table is drawn, saved, shared by its link, exported to a file, and played on', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  const { page } = ginette;
  const keys = page.keyboard;

  // A keep is dragged, and turned and pushed by keys.
  await page.goto('/table');
  await page.getByRole('radio', { name: 'Médiéval' }).click();
  await palette(page, 'Donjon').click();
  await expect(palette(page, 'Donjon')).toContainText('reste 1');
  await drag(page, [60, 60], [30, 70]);
  await expect(lying(page)).toContainText(['30 · 70 cm, 0°']);
  await keys.press('r');
  await keys.press('r');
  await expect(lying(page)).toContainText(['30 · 70 cm, 330°']);
  await keys.press('ArrowRight');
  await keys.press('Alt+ArrowUp');
  await expect(lying(page)).toContainText(['31 · 70,1 cm, 330°']);
  await keys.press('Enter');

  // A piece on another one is refused with a reason, until it is undone.
  await palette(page, 'Chaumière').click();
  await drag(page, [60, 60], [33, 70]);
  await expect(lying(page)).toContainText(['Chevauche Chaumière', 'Chevauche Donjon']);
  await expect(page.getByRole('status').filter({ hasText: 'À corriger' })).toBeVisible();
  await expect(keep(page)).toBeDisabled();
  await undo(page).click();
  await expect(lying(page)).toContainText(['330°', '60 · 60 cm']);
  await expect(keep(page)).toBeEnabled();

  // A marsh is deleted, and undo restores it.
  await palette(page, 'Marécage').click();
  await expect(lying(page)).toHaveCount(3);
  await keys.press('Delete');
  await expect(lying(page)).toHaveCount(2);
  await keys.press('Control+z');
  await expect(lying(page)).toHaveCount(3);
  await picture(page, 'terrain');

  // A reload keeps the table, saved or not.
  await page.reload();
  await expect(lying(page)).toHaveCount(3);
  await expect(page.getByText('la revoilà')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nom de la table' }).fill('La cour du roi');
  await keep(page).click();
  await introduce(ginette);
  await expect(page).toHaveURL(/\/table\/\w+/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Nom de la table' })).toHaveValue('La cour du roi');
  await expect(page.getByText('la revoilà')).toHaveCount(0);
  const words = await inWords(page).allInnerTexts();
  expect(words).toHaveLength(3);
  await accessible(page);
  await fits(page);

  // Another player opens the link on a phone, and saves a copy.
  const phone = momo.page;
  const link = await page.getByRole('textbox', { name: 'Lien à partager' }).inputValue();
  await phone.goto(link);
  await expect(phone.getByText('A table by Ginette')).toBeVisible();
  await expect(lying(phone)).toContainText(['Keep tower', 'Thatched cottage', 'Marsh']);
  await phone.getByRole('button', { name: 'Keep a copy' }).click();
  await introduce(momo);
  await expect(phone).not.toHaveURL(link);
  await expect(phone.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
  await expect(phone.getByText('A table by Ginette')).toHaveCount(0);
  await fits(phone);
  await thumbs(phone);
  await accessible(phone);

  // The table is exported to a file and imported as a new table.
  const leaving = phone.waitForEvent('download');
  await phone.getByRole('button', { name: 'Export' }).click();
  const file = await readFile(await (await leaving).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ ruleset: 'generik', kind: 'table', name: 'La cour du roi', content: { era: 'medieval' } });
  await phone.getByRole('button', { name: 'New table' }).click();
  await expect(lying(phone)).toHaveCount(0);
  const importFile = (text: string) =>
    phone.locator('input[type=file]').setInputFiles({ name: 'table.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await importFile('{"era":"medieval","pieces":[{"piece":"W-1","at":[0,0],"turn":0}]}');
  await expect(phone.getByRole('alert')).toContainText('no table for GeneriK');
  await importFile(file);
  await expect(lying(phone)).toHaveCount(3);
  await expect(phone.getByRole('textbox', { name: 'Name of the table' })).toHaveValue('La cour du roi');
  await expect(phone).toHaveURL(/\/table$/);
  await phone.touchscreen.tap(...(await onScreen(phone, [60, 40])));
  await phone.getByRole('button', { name: 'Turn right' }).click();
  await phone.touchscreen.tap(...(await onScreen(phone, [80, 45])));
  await expect(lying(phone).last()).toContainText('80 · 45 cm, 345°');
  await picture(phone, 'terrain', true);
  await phone.getByRole('button', { name: 'Done' }).click();

  // A room is opened with the table, and the game has the same terrain.
  await page.goto('/new');
  await page.getByRole('radio', { name: /GeneriK/ }).check();
  await page.getByRole('radio', { name: /Mêlée générale/ }).check();
  await page.getByRole('radio', { name: /Une table à soi/ }).check();
  await page.getByRole('combobox', { name: 'Laquelle ?' }).selectOption('La cour du roi');
  await expect(page.getByText('3 pièces')).toBeVisible();
  await page.getByRole('radio', { name: /Tranquille/ }).check();
  await picture(page, 'terrain-room', true);
  await page.getByRole('button', { name: say.submitRoom }).click();
  await sit({ page });
  await page
    .getByRole('button', { name: /150 points/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Amener ma bande/ }).click();
  await page.getByRole('button', { name: 'Gérer la place 2' }).click();
  await page
    .getByRole('button', { name: /^Mettre / })
    .first()
    .click();
  await page.getByRole('button', { name: say.start }).click();
  await expect(page).toHaveURL(/\/t\//);
  const phase = page.getByTestId('end-phase');
  await playUntil([ginette], () => phase.isVisible());
  expect(await inWords(page).allInnerTexts()).toEqual(words);
  await picture(page, 'terrain-game');

  for (const { name, faults, context } of [ginette, momo]) {
    expect(faults, name).toEqual([]);
    await context.close();
  }
});
