/**
 * Tables on a phone, upright and on its side, in all systems: words that pop up are legible, buttons are in reach, and a playback changes
 * neither the tab nor the size of the board. Words that pop up are legible on a large screen and a tablet too.
 */
import { type Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, type Person } from '../people';
import { say, sealed, standing, steps } from '../table';

test.describe.configure({ timeout: 300_000 });

const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
] as const;
const SYSTEMS = ['baston', 'generik', 'energie', 'celtiques'] as const;
type System = (typeof SYSTEMS)[number];
/** The least size of letters that pop up, in pixels, and the largest share of the height of the board for the heartbeats. */
const LETTERS = 13;
const TRACK = 0.12;
/** Upper bound of the answers that are given; a few of them already lead to a playback with words. */
const ANSWERS = 8;

/** Starts a fight, and waits for the first question. */
async function fight({ page, name }: Person, system: System): Promise<void> {
  await page.goto('/healthz');
  const id = await page.evaluate(
    async ({ name, system }) => {
      const post = async (path: string, body: unknown) => {
        const said = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
        if (!said.ok) throw new Error(await said.text());
        return (await said.json()) as { id: string };
      };
      await post('/api/me', { name });
      return (await post('/api/fights', { ruleset: system })).id;
    },
    { name, system },
  );
  await page.goto(`/r/${id}`);
  await page.getByRole('button', { name: say.start }).click();
  await expect.poll(() => standing(page), { timeout: 60_000 }).toBe('mine');
}

/** The least contrast of words with their background (WCAG AA). */
const CONTRAST = 4.5;

interface Watched {
  /** The size of the letters of each text that popped up, at its full size and with the camera at rest, in pixels. */
  words: Record<string, number>;
  /** The contrast of words beside a picture with their background. */
  contrasts: Record<string, number>;
  tabs: string[];
  boards: string[];
}

/** Records each frame of a playback, from now on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Watched = { words: {}, contrasts: {}, tabs: [], boards: [] };
    (window as unknown as { seen: Watched }).seen = seen;
    const add = (list: string[], one: string) => list.includes(one) || list.push(one);
    /** Returns the luminance of a computed colour. */
    const luminance = (colour: string) => {
      const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const look = () => {
      requestAnimationFrame(look);
      if (document.querySelector<HTMLElement>('.table')?.dataset.state !== 'playing') return;
      add(seen.tabs, document.querySelector('[role=tab][aria-selected=true]')?.id ?? '');
      const board = document.querySelector('.table > .board')?.getBoundingClientRect();
      if (board) add(seen.boards, `${Math.round(board.width)} by ${Math.round(board.height)}`);
      // The zoom that the camera glides to; the size of letters is their size in the drawing times this zoom.
      const zoom = Number(/scale\(([\d.]+)\)/.exec(document.querySelector<HTMLElement>('.board .camera')?.style.transform ?? '')?.[1] ?? 1);
      const scaleOf = (one: SVGGraphicsElement) => {
        const found = one.getCTM();
        return found ? Math.hypot(found.a, found.b) : 1;
      };
      for (const text of document.querySelectorAll<SVGTextElement>('[data-popups] text')) {
        // The balloon of a sound grows: its final size counts, which is the scale of its parent.
        const balloon = text.classList.contains('shout') ? text.parentElement?.parentElement : null;
        const drawn = balloon instanceof SVGGraphicsElement ? balloon : text;
        seen.words[text.textContent] = parseFloat(getComputedStyle(text).fontSize) * scaleOf(drawn) * zoom;
      }
      for (const text of document.querySelectorAll<SVGTextElement>('.blow text')) {
        const [box, shown] = [text.getBBox(), text.getBoundingClientRect()];
        // The balloon of a sound grows here too: its largest size counts.
        const [key, size] = [`comic: ${text.textContent}`, box.width > 0 ? parseFloat(getComputedStyle(text).fontSize) * (shown.height / box.height) : 0];
        if (size > 0) seen.words[key] = Math.max(seen.words[key] ?? 0, size);
      }
      for (const told of document.querySelectorAll('.blow p, .board .dice .label, .board .banner')) {
        seen.words[told.textContent.trim()] = parseFloat(getComputedStyle(told).fontSize);
      }
      for (const told of document.querySelectorAll('.blow :is(p, b)')) {
        const ground = told.closest('.blow');
        if (!ground) continue;
        const [dark = 0, bright = 0] = [told, ground]
          .map((one, n) => luminance(n === 0 ? getComputedStyle(one).color : getComputedStyle(one).backgroundColor))
          .sort((a, b) => a - b);
        seen.contrasts[told.textContent.trim()] = (bright + 0.05) / (dark + 0.05);
      }
    };
    requestAnimationFrame(look);
  });
}
const seen = (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { seen: Watched }).seen);

/** Checks that the buttons that confirm or end a phase are in the window, and that no element covers them. */
async function inReach(page: Page, when: string): Promise<void> {
  const faults = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.side .btn.main, .side [data-testid=end-phase], .side [data-testid=do-it]')].flatMap((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      if (width === 0 || button.closest('details:not([open])')) return [];
      const [x, y] = [left + width / 2, top + height / 2];
      const words = button.textContent.trim().slice(0, 40);
      if (x < 0 || y < 0 || x > innerWidth || top < 0 || top + height > innerHeight + 1) return [`“${words}” is out of the window: ${Math.round(top)}`];
      const over = document.elementFromPoint(x, y);
      return over && button.contains(over) ? [] : [`“${words}” lies under ${over?.outerHTML.slice(0, 80) ?? 'nothing'}`];
    }),
  );
  expect.soft(faults, when).toEqual([]);
}

/** Checks that no button of the bar under the board sticks out or overlaps another one. */
async function barApart(page: Page, when: string): Promise<void> {
  const faults = await page.locator('.table > .strip button').evaluateAll((buttons) => {
    const boxes = buttons.map((button) => ({ words: button.getAttribute('aria-label') ?? button.textContent.trim(), box: button.getBoundingClientRect() }));
    const there = boxes.filter(({ box }) => box.width > 0);
    return there.flatMap(({ words, box }, n) => [
      ...(box.left < -0.5 || box.right > innerWidth + 0.5 ? [`“${words}” sticks out`] : []),
      ...there
        .slice(n + 1)
        .flatMap((other) => (box.right > other.box.left + 0.5 && other.box.right > box.left + 0.5 ? [`“${words}” and “${other.words}”`] : [])),
    ]);
  });
  expect.soft(faults, when).toEqual([]);
}

/** Answers the open question of a system, and waits until the answer has arrived. */
async function answer(page: Page, system: System): Promise<void> {
  const before = await steps(page);
  const question = page.getByRole('dialog', { name: say.question });
  const side = page.locator('.side');
  const usual = side.locator('button.default');
  if (await question.isVisible()) await usual.or(question.getByRole('button')).first().click();
  else if (system === 'generik') {
    const end = page.getByTestId('end-phase');
    await end.click();
    await inReach(page, 'the end of a phase, asked once more');
    if (await end.isVisible()) await end.click();
  } else if (system === 'energie' && (await page.locator('[data-act]').first().isVisible())) {
    await page.locator('[data-act=attack], [data-act=defend]').first().click();
    const target = page.locator('.picking .list button').first();
    const sure = page.getByTestId('do-it');
    await expect
      .poll(async () => (await target.isVisible()) || (await sure.isVisible()) || (await steps(page)) > before || (await standing(page)) !== 'mine')
      .toBe(true);
    if (await target.isVisible()) await target.click();
    if (await sure.isVisible()) {
      await inReach(page, 'what is about to be done');
      await sure.click();
    }
  } else if ((await usual.count()) > 0) await usual.first().click();
  else await sealed(page, side.locator('.btn.main:not([disabled])').first());
  await expect.poll(async () => (await steps(page)) > before || (await standing(page)) !== 'mine', { timeout: 30_000 }).toBe(true);
}

for (const system of SYSTEMS) {
  for (const { width, height } of SIZES) {
    test(`${system} on a phone of ${width} by ${height}`, async ({ browser, baseURL }) => {
      const ginette = await person(browser, baseURL, 'Ginette', { screen: 'phone' });
      const { page } = ginette;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await fight(ginette, system);
      await inReach(page, 'what is asked first');
      await expect(page.getByRole('button', { name: 'Mettre le son' })).toBeInViewport();

      // Each frame of the playback is recorded until enough words have popped up.
      await watch(page);
      for (let n = 0; n < ANSWERS; n += 1) {
        if ((await standing(page)) !== 'mine') break;
        await inReach(page, `question ${n + 1}`);
        await barApart(page, `question ${n + 1}`);
        await answer(page, system);
        await expect.poll(() => standing(page), { timeout: 90_000 }).not.toMatch(/playing|others/);
        if (Object.keys((await seen(page)).words).length > 3 && n > 2) break;
      }
      const { words, contrasts, tabs, boards } = await seen(page);
      expect(Object.keys(words).length, 'nothing popped up').toBeGreaterThan(0);
      expect(Object.entries(words).filter(([, size]) => size < LETTERS - 0.1)).toEqual([]);
      expect(Object.entries(contrasts).filter(([, contrast]) => contrast < CONTRAST)).toEqual([]);
      expect(tabs, 'the tab during playback').toHaveLength(1);
      expect(boards, 'the size of the board during playback').toHaveLength(1);

      if (system === 'celtiques') {
        const track = await page.getByRole('region', { name: /battements|heartbeats/i }).boundingBox();
        const board = await page.locator('.table > .board').boundingBox();
        const map = await page.locator('.board > * .board').first().boundingBox();
        expect((track?.height ?? 0) / (board?.height ?? 1)).toBeLessThanOrEqual(TRACK);
        // The track lies beside the map, not over it, so that it hides no figure.
        const apart = (track?.y ?? 0) >= (map?.y ?? 0) + (map?.height ?? 0) - 1 || (track?.y ?? 0) + (track?.height ?? 0) <= (map?.y ?? 0) + 1;
        expect(apart).toBe(true);
      }

      // The filters of the log are folded at first.
      await page.getByRole('tab', { name: 'Récit' }).click();
      const filters = page.getByRole('toolbar');
      await expect(filters).toBeHidden();
      await page.getByRole('button', { name: /^Filtrer/ }).click();
      await expect(filters).toBeVisible();
      await page.getByRole('tab', { name: 'Mes ordres' }).click();
      if ((await standing(page)) === 'mine') await inReach(page, 'back at the orders');
      await picture(page, `phone-${system}`);
      await fits(page);
      await accessible(page);
      expect(ginette.faults).toEqual([]);
      await ginette.context.close();
    });
  }
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
]) {
  test(`the comic beside the board is legible at ${width} by ${height}`, async ({ browser, baseURL }) => {
    const ginette = await person(browser, baseURL, 'Ginette');
    const { page } = ginette;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await fight(ginette, 'baston');
    await page.locator('[data-blow=CP]').click();
    await watch(page);
    const question = page.getByRole('dialog', { name: say.question });
    await sealed(page, page.locator('.side .btn.main:not([disabled])').first());
    // Questions are answered until a blow is shown in the panel.
    await expect
      .poll(
        async () => {
          if (await question.isVisible()) await question.getByRole('button').first().click();
          return Object.keys((await seen(page)).contrasts).length;
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(1);
    // The balloon of a sound that has just appeared still grows.
    await expect.poll(async () => Object.entries((await seen(page)).words).filter(([, size]) => size < LETTERS - 0.1)).toEqual([]);
    const { contrasts } = await seen(page);
    expect(Object.entries(contrasts).filter(([, contrast]) => contrast < CONTRAST)).toEqual([]);
    expect(ginette.faults).toEqual([]);
    await ginette.context.close();
  });
}
