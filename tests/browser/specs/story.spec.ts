/** The tale of a fight, its panels, links to moments, files and strip; tables and pictures of the rulebooks. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, thumbs } from '../people';
import { GAME, released } from '../stored';

test.describe.configure({ timeout: 240_000 });

/** Games that servers of released versions have stored. */
const GAMES = { baston: 'baston-v2/SCN-00', generik: 'generik-v2/duel_d_honneur', energie: 'energie-v1/entrepot', celtiques: 'celtiques-v1/cercle' } as const;
/** The number of moments in the tale of each game. */
const MOMENTS = { baston: 3, generik: 3, energie: 2, celtiques: 2 } as const;
const SYSTEMS = Object.keys(GAMES) as (keyof typeof GAMES)[];
/** Routes the stored game of a system to a page. */
const stored = (page: Page, system: keyof typeof GAMES) => released(page, GAMES[system]);
const place = (page: Page) => page.getByRole('slider', { name: /Moment de la partie|Moment of the game/ }).inputValue();

for (const system of SYSTEMS) {
  test(`${system}: the end shows a tale, and each of its moments has a link`, async ({ browser, baseURL }) => {
    const { page, faults } = await person(browser, baseURL, 'Ginette');
    await stored(page, system);
    await page.goto(`/replay/${GAME}`);
    await page.getByRole('button', { name: 'Résultat' }).click();
    const tale = page.getByRole('region', { name: 'Ce qu’on en racontera' });
    await expect(tale.getByRole('listitem').getByRole('link')).toHaveCount(MOMENTS[system]);
    await expect(tale.getByRole('meter')).toHaveCount(2);
    await accessible(page);
    await picture(page, `tale-${system}`);
    const link = (await tale.getByRole('link', { name: /^Le plus beau coup/ }).getAttribute('href')) ?? '';
    expect(link).toMatch(/\?at=\d+\.\d+$/);
    await tale.getByRole('link', { name: /^Le plus beau coup/ }).click();
    await expect(page).toHaveURL(new RegExp(`${link.replace(/[?.]/g, '\\$&')}$`));
    await expect(page.locator('.blow')).toBeVisible();
    const there = await place(page);
    expect(Number(there)).toBeGreaterThan(0);

    // The link opens the same moment in another browser, before anything is played.
    const { page: other } = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
    await stored(other, system);
    await other.goto(link);
    await expect(other.locator('.blow')).toBeVisible();
    expect(await place(other)).toBe(there);
    await fits(other);
    await picture(other, `moment-${system}`);
    // The words on the dice beside the small drawing have the same colour as the words after them.
    const told = other.locator('.blow p');
    const colours = await told.evaluate((words) => [words, ...words.querySelectorAll('b')].map((text) => getComputedStyle(text).color));
    expect(new Set(colours).size).toBe(1);

    // The moment is shared as a link, a picture and an animation.
    await other.getByRole('button', { name: 'Share' }).click();
    await expect(other.getByRole('textbox', { name: 'This very moment' })).toHaveValue(new URL(link, baseURL).href);
    for (const [name, head] of [
      [/PNG/, '89504e47'],
      [/GIF/, '47494638'],
    ] as const) {
      const [file] = await Promise.all([other.waitForEvent('download'), other.getByRole('button', { name }).click()]);
      const bytes = readFileSync(await file.path());
      expect(bytes.subarray(0, 4).toString('hex')).toBe(head);
      expect(bytes.length).toBeGreaterThan(20_000);
    }
    await accessible(other);
    await thumbs(other);
    expect(faults).toEqual([]);
  });

  test(`${system}: a whole game is a comic strip that ends with the winner, in either language, as SVG and PDF`, async ({ browser, baseURL }) => {
    const { page, faults } = await person(browser, baseURL, 'Ginette');
    await stored(page, system);
    await page.goto(`/replay/${GAME}/strip`);
    const pages = page.getByRole('listitem').filter({ has: page.locator('> svg') });
    await expect(pages.first()).toBeVisible();
    const turns = await pages.count();
    expect(turns).toBeGreaterThan(1);
    await expect(pages.nth(1)).toContainText(/Tours? 1(?!\d)/);
    await expect(pages.last()).toContainText(/Fin.* l’emporte\./s);
    await expect(pages.last()).toContainText(`${turns} / ${turns}`);
    const captions = await pages.nth(1).textContent();
    await page.getByRole('group', { name: 'Langue des légendes' }).getByRole('button', { name: 'EN' }).click();
    await expect(pages.nth(1)).toContainText(/Turns? 1(?!\d)/);
    expect(await pages.nth(1).textContent()).not.toBe(captions);
    await fits(page);
    // A page has a thousand shapes of the same component: only two pages, the cast and a turn, are analysed.
    await accessible(page, 'li:nth-child(n + 3) > svg');
    expect(await beyond(page), 'words leave their box, or pictures their page').toEqual([]);
    await picture(page, `strip-${system}`, true);

    const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /PDF/ }).click()]);
    const pdf = readFileSync(await paper.path()).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(paper.suggestedFilename()).toBe(`bagarre-${GAME}.pdf`);
    const [drawings] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /SVG/ }).click()]);
    const names = readFileSync(await drawings.path()).toString('latin1');
    for (let n = 1; n <= turns; n += 1) expect(names).toContain(`page-${String(n).padStart(2, '0')}.svg`);
    expect(faults).toEqual([]);
  });
}

/** Returns the faults of the pages of a strip: lines of words outside of their box, pictures outside of their page. */
const beyond = (page: Page): Promise<string[]> =>
  page.locator('li > svg').evaluateAll((pages) =>
    pages.flatMap((sheet) => {
      const edge = sheet.getBoundingClientRect();
      const right = (part: Element) => part.getBoundingClientRect().right;
      const boxes = [...sheet.querySelectorAll('g > rect:first-child[fill="#fff4c4"]')];
      const lines = boxes.flatMap((box) => [...(box.parentElement?.querySelectorAll(':scope > text') ?? [])].filter((line) => right(line) > right(box)));
      // The frame of a picture cuts off what is drawn larger, so that its own height counts.
      const pictures = [...sheet.querySelectorAll<SVGSVGElement>(':scope > g > svg')].filter((drawn) => {
        const at = (drawn.parentElement as unknown as SVGGElement).getScreenCTM();
        return at !== null && at.f + drawn.height.baseVal.value * at.d > edge.bottom;
      });
      return [...lines.map((line) => line.textContent ?? ''), ...pictures.map(() => 'a picture')];
    }),
  );

/** Returns the words that are cut off, or lie outside of their column. */
const clipped = (page: Page, within: string): Promise<string[]> =>
  page.locator(within).evaluate((column) => {
    const edge = column.getBoundingClientRect().right;
    return [...column.querySelectorAll<HTMLElement>('b, strong, small, span')]
      .filter((one) => !one.closest('.sr-only') && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > edge))
      .filter((one) => getComputedStyle(one).display !== 'inline' || one.getBoundingClientRect().right > edge)
      .map((one) => one.innerText);
  });

/** Returns the words that are broken in their middle without a hyphenation point. */
const broken = (page: Page, what: string): Promise<string[]> =>
  page.locator(what).evaluateAll((all) =>
    all.flatMap((one) => {
      const [text] = one.childNodes;
      if (!(text instanceof Text)) return [];
      return [...text.data.matchAll(/[\p{L}’']+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
      });
    }),
  );

/** Returns by how many pixels the content of an element is wider than the element. */
const wide = (what: Locator): Promise<number> => what.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

for (const system of SYSTEMS) {
  test(`${system}: a replay shows names in full, has English punctuation, and its tools below the board`, async ({ browser, baseURL }) => {
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [390, 844],
      [844, 390],
    ] as const) {
      const { page, context, faults } = await person(browser, baseURL, 'Momo', { lang: 'en', screen: width < 1000 ? 'phone' : 'wide' });
      await page.setViewportSize({ width, height });
      await stored(page, system);
      await page.goto(`/replay/${GAME}`);
      await page.getByRole('button', { name: 'Result' }).click();
      await expect(page.getByRole('region', { name: /^What will be told/ })).toBeVisible();
      expect.soft(await page.locator('.end').innerText(), `the count at ${width}`).not.toMatch(/\s:/);
      expect.soft(await wide(page.locator('.end')), `the end at ${width}`).toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: /^The finest blow/ }).click();
      await expect(page.locator('.blow')).toBeVisible();
      expect.soft(await clipped(page, '.replay > .left'), `the column at ${width}`).toEqual([]);
      expect.soft(await broken(page, '.replay > .left b, .replay > .left strong'), `the names at ${width}`).toEqual([]);
      expect.soft(await wide(page.locator('.replay [role=log]')), `the story at ${width}`).toBeLessThanOrEqual(0);
      const board = await page.locator('.replay > .board').boundingBox();
      const tools = await page.locator('.tools').boundingBox();
      expect.soft(tools && board && tools.y >= board.y + board.height, `the tools at ${width}`).toBe(true);
      // The buttons of the playback are in sight without scrolling, and leave enough room for the board.
      for (const name of ['One step back', 'Play', 'One step on', 'To the end', /^Speed/] as const) {
        await expect
          .soft(page.locator('.playback').getByRole('button', { name, exact: typeof name === 'string' }), `${String(name)} at ${width}`)
          .toBeInViewport({ ratio: 1 });
      }
      expect.soft(board?.height, `the board at ${width}`).toBeGreaterThan(180);
      await fits(page);
      await picture(page, `replay-${system}`);
      expect(faults).toEqual([]);
      await context.close();
    }
  });
}

test('a playback can be limited to blows, and stands still with reduced motion', async ({ browser, baseURL }) => {
  const { page, faults } = await person(browser, baseURL, 'Ginette', { lang: 'en' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stored(page, 'baston');
  await page.goto(`/replay/${GAME}`);
  const speed = page.getByRole('button', { name: /^Speed/ });
  for (let n = 0; n < 3; n += 1) await speed.click();
  await expect(speed).toHaveText('Blows');
  // Other events pass at once, so that the first one shown is a blow in its panel.
  await page.getByRole('button', { name: 'From the start' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.blow')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  const drawn = await page.locator('.blow').innerHTML();
  expect(await page.locator('.blow').innerHTML()).toBe(drawn);
  await page.reload();
  await expect(speed).toHaveText('Blows');
  expect(faults).toEqual([]);
});

test('the rulebooks show and search the tables of the server, and draw positions', async ({ browser, baseURL }) => {
  const { page, faults } = await person(browser, baseURL, 'Momo', { screen: 'phone' });
  const catalogue = (await (await page.request.get('/api/rulesets/baston')).json()) as { printed: { blows: { row: string; wounds: number[][] }[] } };
  const fist = catalogue.printed.blows.find(({ row }) => row === 'CP_POING');
  await page.goto('/rules/baston/BAS-POS-02');
  await expect(page.getByRole('img', { name: /trois points avant/ }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('poing américain total');
  const table = page.getByRole('region', { name: 'Au poing américain (COM)' });
  await expect(table.getByRole('row', { name: /^Tête/ }).getByRole('cell')).toHaveCount(20);
  await expect(table.getByRole('row', { name: /^Tête/ }).getByRole('cell').last()).toHaveText(new RegExp(`^${fist?.wounds[0]?.at(-1)}`));
  await fits(page);
  await accessible(page);
  await picture(page, 'book-tables');
  await page.goto('/rules/generik/GEN-COV-02');
  await expect(page.getByRole('img', { name: /Tiré de l’avant/ }).first()).toBeVisible();
  await page.getByRole('searchbox').fill('winchester');
  await expect(page.getByRole('region', { name: /L’armurerie : Western/ }).getByRole('row', { name: /Winchester/ })).toBeVisible();
  expect(faults).toEqual([]);
});
