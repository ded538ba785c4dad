/** The creation of heroes of énergie and Celtiques: prices and refusals of the rules, files, and printed sheets. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, introduce, person, picture, SCREENS, type Person } from '../people';
import { say, sit } from '../table';

test.describe.configure({ timeout: 120_000 });

const ready = (page: Page) => page.locator('.seat.mine').getByText(/✓ Prêt/);
const bring = (page: Page) => page.getByRole('button', { name: /^Amener / });
const faults = (page: Page) => page.locator('.creation .faults');
const heroName = (page: Page) => page.getByRole('textbox', { name: 'Nom', exact: true });

/** Opens a room of a system and takes a seat, where a band is made; returns the page. */
async function make(who: Person, system: RegExp): Promise<Page> {
  const { page } = who;
  // The printed sheet is only rendered; the dialog of the printer would block the test.
  await page.addInitScript(() => (window.print = () => {}));
  await page.goto('/');
  await page.getByRole('link', { name: say.openRoom }).click();
  await introduce(who);
  await page.getByRole('radio', { name: system }).check();
  await page.getByRole('button', { name: say.submitRoom }).click();
  await sit(who);
  await expect(heroName(page)).toBeVisible();
  return page;
}

/** Checks that printing shows the sheet alone, with the name and boxes to cross out, and the page again afterwards. */
async function onPaper(page: Page, name: string, boxes: number): Promise<void> {
  const sheet = page.locator('article.sheet');
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await expect(sheet).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByRole('heading', { level: 2 })).toContainText(name);
  await expect(sheet.locator('i:visible')).toHaveCount(boxes);
  await expect(page.locator('#app')).toBeHidden();
  await picture(page, `paper-${name}`);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);
  await expect(page.locator('#app')).toBeVisible();
}

/** Imports a band from a file. */
async function bringFile(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Importer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importer une bande' });
  await dialog.locator('input[type=file]').setInputFiles({ name: 'bande.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(dialog).toBeHidden();
}

/** Exports the band to a file, and imports it over another name; a band that is too expensive is refused with a reason. */
async function throughFiles(page: Page, name: string, dearer: (text: string) => string): Promise<void> {
  await page.getByRole('button', { name: 'Exporter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exporter la bande' });
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Enregistrer le fichier' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^[a-z-]+\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  await page.keyboard.press('Escape');
  await heroName(page).fill('Zaza');
  await bringFile(page, text);
  await expect(heroName(page)).toHaveValue(name);

  await bringFile(page, dearer(text));
  await expect(faults(page).getByRole('listitem')).toHaveText([new RegExp(`^${name}( coûte|\\s:) \\d+ points.* \\d+`)]);
  await expect(bring(page)).toBeDisabled();
  await expect(ready(page)).toHaveCount(0);
  for (const screen of Object.values(SCREENS)) {
    await page.setViewportSize(screen);
    await faults(page).scrollIntoViewIfNeeded();
    await fits(page);
    await picture(page, `making-fault-${name}`);
  }
  await page.setViewportSize(SCREENS.wide);
  await accessible(page);
  await bringFile(page, text);
  await expect(faults(page)).toHaveCount(0);
  await bring(page).click();
  await expect(ready(page)).toBeVisible();
}

test('a hero of énergie is made with prices and refusals, goes through a file, and onto paper', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const page = await make(ginette, /énergie/);
  const cost = page.locator('.budget b');
  const score = (name: string, n: number) => page.getByRole('radiogroup', { name }).getByRole('radio', { name: new RegExp(`^${n}`) });
  await expect(cost).toHaveText('59 sur 60 points');
  // A score that is too expensive is not changed, and the page says why.
  await score('Physique', 5).press('Enter');
  await expect(page.locator('.score').getByRole('alert')).toHaveText('Jules coûte 68 points sur 60.');
  await expect(cost).toHaveText('59 sur 60 points');
  await score('Physique', 3).click();
  await expect(cost).toHaveText('48 sur 60 points');
  await expect(page.locator('.score').getByRole('alert')).toHaveCount(0);
  await score('Mental', 5).click();
  await expect(cost).toHaveText('51 sur 60 points');
  await page.getByRole('button', { name: 'Ajouter une arme' }).click();
  const gun = page.locator('.picker .barred').filter({ hasText: 'Pistolet léger' });
  await expect(gun.locator('.why')).toContainText('Jules coûte 61 points sur 60.');
  await picture(page, 'making-energie', true);
  await accessible(page);
  const pe = Number(/\d+/.exec(await page.getByText(/^PE\s: \d+$/).innerText())?.[0]);
  await onPaper(page, 'Jules', pe);
  await throughFiles(page, 'Jules', (text) => text.replace('"physique": 3', '"physique": 5'));
  expect(ginette.faults).toEqual([]);
});

test('a hero of Celtiques is made with prices and refusals, goes through a file, and onto paper', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const page = await make(ginette, /^Celtiques/);
  const left = page.locator('.creation .left').first();
  const more = page.getByRole('button', { name: 'Plus : Force' });
  // The button of a ready-made band has a name and a description.
  await expect(page.getByRole('button', { name: /^Prendre Ambiomaros\. Chef/ })).toBeVisible();
  await expect(left).toHaveText('Tout est dépensé');
  await expect(more).toBeDisabled();
  // Touch shows no tooltip, so that a press on the disabled button shows the reason.
  await more.press('Enter');
  await expect(page.getByRole('group', { name: 'Force' }).getByRole('alert')).toHaveText(/^Ambiomaros\s: 11 points d’attributs, pour 10 au plus\.$/);
  await page.getByRole('button', { name: 'Moins : Force' }).click();
  await expect(left).toHaveText('Encore 1 point');
  await expect(more).toBeEnabled();
  await page.getByRole('button', { name: 'Plus : Endurance' }).click();
  await expect(left).toHaveText('Tout est dépensé');
  await expect(more).toBeDisabled();
  await page.getByRole('button', { name: 'L’étal du forgeron' }).click();
  await expect(page.locator('.picker .barred .why').first()).toContainText(/Ambiomaros.*CEL-/);
  await picture(page, 'making-celtiques', true);
  await accessible(page);
  await onPaper(page, 'Ambiomaros', 10);
  await throughFiles(page, 'Ambiomaros', (text) => text.replace(/"EN": \d/, '"EN": 5'));
  expect(ginette.faults).toEqual([]);
});
