import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, picture, thumbs } from '../people';
import { deployButton } from '../skirmish';
import { deployed, table, type Spots } from '../staged';
import { standing } from '../table';

test.describe.configure({ timeout: 240_000 });

/** Checks that an element is entirely in the window, and that no other element covers its middle. */
async function atHand(page: Page, selector: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate((selector) => {
        const element = document.querySelector(selector);
        if (!element) return 'missing';
        const box = element.getBoundingClientRect();
        if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth) return 'outside';
        const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return over && (element.contains(over) || over.contains(element)) ? 'seen' : `covered by ${over?.outerHTML.slice(0, 80)}`;
      }, selector),
    )
    .toBe('seen');
}

/** Returns whether a place of the table is in its visible part. */
const onScreen = (page: Page, at: readonly [number, number]): Promise<boolean> =>
  page.evaluate(([x, y]) => {
    const world = document.querySelector('section.board .camera')?.getBoundingClientRect();
    const board = document.querySelector('section.board')?.getBoundingClientRect();
    if (!world || !board) return false;
    const k = world.width / 1500;
    const [left, top] = [world.x + (x / 10 + 150) * k, world.y + ((12_000 - y) / 10 + 150) * k];
    return left > board.left && left < board.right && top > board.top && top < board.bottom;
  }, at);

test('terrain in turn: each kind is proposed at a legal place, also with the free centre of scenario 4', async ({ browser, baseURL }) => {
  const { seated, room } = await table(browser, baseURL, { scenario: 'duel_d_honneur', ground: 'in_turn', kinds: [{ screen: 'phone' }, { lang: 'en' }] });
  for (const { page } of seated) await page.goto(`/t/${room}`);
  for (let placed = 0; placed < 5; placed += 1) {
    await expect.poll(async () => (await Promise.all(seated.map(({ page }) => standing(page)))).includes('mine')).toBe(true);
    for (const { page } of seated) {
      if ((await standing(page)) !== 'mine') continue;
      const kinds = page.locator('.orders .kinds button:enabled');
      const put = deployButton({ page });
      await expect(put).toBeEnabled();
      await kinds.last().click();
      await expect(kinds.last()).toHaveAttribute('aria-pressed', 'true');
      await expect(put).toBeEnabled();
      await expect(page.locator('.orders .problem')).toHaveCount(0);
      if (placed < 2) await picture(page, `terrain-${placed}`);
      const steps = await page.locator('.table').getAttribute('data-steps');
      await put.click();
      await expect.poll(() => page.locator('.table').getAttribute('data-steps')).not.toBe(steps);
      break;
    }
  }
  for (const { who } of seated) expect(who.faults, who.name).toEqual([]);
});

const FENCES = [
  { piece: 'W-3', at: [3000, 600], turn: 0 },
  { piece: 'W-2', at: [6000, 900], turn: 0 },
  { piece: 'W-3', at: [3000, 11_400], turn: 0 },
  { piece: 'W-2', at: [6000, 11_100], turn: 0 },
];
const BESIDE: Spots = {
  s: [
    [6000, 370],
    [3000, 440],
    [8000, 220],
    [2000, 200],
    [7000, 300],
  ],
  n: [
    [6000, 11_630],
    [3000, 11_560],
    [8000, 11_780],
    [2000, 11_800],
    [7000, 11_700],
  ],
  e: [],
  w: [],
};

test('a climb names its obstacle and its landings; the keys do what the help says', async ({ browser, baseURL }) => {
  const { seated, room } = await table(browser, baseURL, { scenario: 'baston_generale', ground: { own: FENCES }, kinds: [{ lang: 'en' }, { lang: 'en' }] });
  const { one, first } = await deployed(seated, BESIDE);
  const { page } = one;
  await page.goto(`/t/${room}`);
  const end = page.getByTestId('end-phase');
  const making = page.locator('.making');
  await expect(end).toBeVisible();

  // A number chooses a figure of the list; the fence is one choice with several landings.
  await page.keyboard.press('2');
  await expect(page.locator(`.people [data-fig="${first + 1}"]`)).toHaveAttribute('aria-pressed', 'true');
  await page.locator('[data-act=climb]:not([aria-disabled=true])').click();
  const ways = page.locator('.crossing .what');
  await expect(ways).toHaveCount(1);
  await expect(ways).toContainText(/Vault: Corral fence.*To the (north|south), \d/s);
  await ways.focus();
  await ways.press('Enter');
  await expect(making.locator('.btn.main')).toBeEnabled();
  const landings = making.locator('.landings button');
  expect(await landings.count()).toBeGreaterThan(3);
  await landings.first().click();
  await expect(landings.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(making.locator('.btn.main')).toBeEnabled();
  await accessible(page);
  // Escape leaves the prepared action; E does not end the phase while there is one.
  await page.keyboard.press('e');
  await expect(making).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(making).toBeHidden();

  // The keys of the table are grid, heights, tape, zoom, overview and pan; arrows go from figure to figure.
  const board = page.getByRole('group', { name: 'The table' });
  await board.focus();
  const camera = page.locator('section.board .camera');
  const place = () => camera.evaluate((element) => (element as HTMLElement).style.transform);
  for (const [key, name] of [
    ['g', /Grid/],
    ['h', /Heights/],
    ['m', /Tape/],
  ] as const) {
    const button = page.getByRole('button', { name });
    await board.press(key);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await board.press(key);
    await expect(button).toHaveAttribute('aria-pressed', 'false');
  }
  await board.press('0');
  for (const key of ['+', '+', 'Shift+ArrowLeft', '-', '0']) {
    const before = await place();
    await board.press(key);
    await expect.poll(place, { message: key }).not.toBe(before);
  }
  await board.press('ArrowLeft');
  await board.press('Enter');
  await expect.poll(async () => page.locator('.people [aria-pressed=true]').getAttribute('data-fig')).not.toBe(String(first + 1));

  // The keys of a path add a point under the cursor, turn, remove a point, and leave the path.
  await page.keyboard.press('1');
  await page.locator('[data-act=move]').click();
  await board.focus();
  for (let n = 0; n < 3; n += 1) await board.press('ArrowLeft');
  await board.press('Enter');
  await expect(making.getByRole('button', { name: 'One point back' })).toBeVisible();
  await expect(making.locator('.btn.main')).toBeEnabled();
  await board.press('r');
  await expect(making.locator('.btn.main')).toBeEnabled();
  await board.press('Backspace');
  await expect(making.locator('.path')).toHaveText('No path yet.');
  await board.press('Escape');
  await expect(making).toBeHidden();

  // E ends the phase: the first press asks for a confirmation, the second one confirms.
  await page.keyboard.press('e');
  await expect(end).toHaveText(/End it anyway/);
  await page.keyboard.press('Escape');
  await expect(end).toHaveText(/End the phase/);
  await page.keyboard.press('E');
  await page.keyboard.press('e');
  await expect(end).toBeHidden();
  await expect.poll(() => standing(page)).not.toBe('mine');
  expect(one.who.faults).toEqual([]);
});

/** Places for a game of four: the first figures of neighbouring bands are in contact in two corners. */
const CORNERS: Spots = {
  s: [
    [500, 500],
    [800, 500],
    [1100, 500],
    [1400, 500],
    [4000, 500],
  ],
  w: [
    [500, 760],
    [800, 760],
    [500, 1100],
    [500, 1500],
    [500, 4000],
  ],
  n: [
    [11_500, 11_500],
    [5000, 11_500],
    [7000, 11_500],
    [8000, 11_500],
    [4000, 11_500],
  ],
  e: [
    [11_500, 11_240],
    [11_500, 5000],
    [11_500, 7000],
    [11_500, 8000],
    [11_500, 4000],
  ],
};

for (const lang of ['fr', 'en'] as const) {
  test(`a phone keeps the buttons of an action and both fighters in sight, ${lang}`, async ({ browser, baseURL }) => {
    const kind = { screen: 'phone', lang } as const;
    const { seated, room } = await table(browser, baseURL, { scenario: 'baston_generale', ground: { own: [] }, kinds: [kind, kind, kind, kind] });
    const { one, first } = await deployed(seated, CORNERS);
    const { page } = one;
    await page.goto(`/t/${room}`);
    await page.locator(`.people [data-fig="${first}"]`).click();
    await expect(page.locator('[data-act=cc_attack]')).toHaveAttribute('aria-disabled', 'false');
    await fits(page);
    await thumbs(page);
    await picture(page, `phase-${lang}`);
    await page.locator('[data-act=cc_attack]').click();
    await atHand(page, '.making .do .main');
    await atHand(page, '.making .do .btn');
    const odds = page.locator('.making .odds').first();
    await expect(odds).not.toHaveAttribute('open');
    await odds.locator('summary').click();
    await expect(odds.locator('table')).toBeVisible();
    await atHand(page, '.making .do .main');
    const fighters = () => Promise.all([CORNERS.s, CORNERS.w, CORNERS.n, CORNERS.e].map((along) => onScreen(page, along[0] ?? [0, 0])));
    await expect.poll(async () => (await fighters()).join()).toMatch(/^(true,true,false,false|false,false,true,true)$/);
    await picture(page, `attack-${lang}`);
    await thumbs(page);
    await accessible(page);
    expect(one.who.faults).toEqual([]);
  });
}
