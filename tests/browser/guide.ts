import { expect, type Locator, type Page } from '@playwright/test';
import { fits, picture, type Kind, type Person } from './people';
import { offered, skip, standing, steps } from './table';

/** The kinds of browsers in which a guide is followed. */
export const KINDS: readonly (readonly [string, Kind])[] = [
  ['desktop, in French', { screen: 'wide' }],
  ['phone, in English', { screen: 'phone', lang: 'en' }],
];
/** Sizes of the screens at which each step is checked, per kind. */
const SIZES = {
  wide: [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
  ],
  phone: [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ],
} as const;

/** The card of the guide. */
export const card = (page: Page) => page.getByTestId('guide');
/** The button for the next step. */
export const next = (page: Page) => page.getByTestId('guide-next');
const learn = (system: string) => new RegExp(`^(Apprendre en trois minutes|Learn in three minutes)\\s?: ${system}`);
/** An element that the guide may point at. */
export const anchor = (page: Page, name: string) => page.locator(`[data-guide~="${name}"]`);

/** Presses the element that the guide points at, or the button in it. */
export async function press({ page }: Person, name: string): Promise<void> {
  const there = anchor(page, name).last();
  const inside = there.getByRole('button').first();
  await ((await inside.count()) > 0 ? inside : there).click();
}

/** Checks that the guide is at a step, that its card does not cover the element it points at, and that it can be read and pressed. */
export async function at(someone: Person, step: string, points = true): Promise<void> {
  const { page } = someone;
  await expect(card(page)).toHaveAttribute('data-step', step);
  const screen = page.viewportSize()?.width === 390 ? 'phone' : 'wide';
  for (const size of [...SIZES[screen]].reverse()) {
    await page.setViewportSize(size);
    await expect(card(page)).toBeInViewport({ ratio: 1 });
    // A step that is replaced in between removes its buttons.
    await expect.poll(() => thumb(page), { message: step }).toBeGreaterThanOrEqual(43.5);
    if (points) {
      const ring = page.locator('.ring');
      await expect(ring).toBeVisible();
      await expect.poll(() => apart(page), { message: `${step}: the card and what it points at` }).toBe(true);
    }
    await fits(page);
    await picture(page, `guide-${someone.name.split(' ')[0]}-${step}`);
  }
}

/** Returns the shortest side of a button of the card, in pixels. */
const thumb = async (page: Page): Promise<number> =>
  Math.min(
    ...(await card(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const { width, height } = button.getBoundingClientRect();
          return [width, height];
        }),
      )),
  );

/** Returns whether the card and the ring do not overlap, and the text of the card is not cut off. */
const apart = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [one, other] = [document.querySelector('.guide'), document.querySelector('.ring')].map((element) => element?.getBoundingClientRect());
    const words = document.querySelector('.guide .words');
    if (!one || !other || !words) return false;
    // The ring is a few pixels larger than its element.
    const off = 6;
    const clear = one.right <= other.left + off || other.right <= one.left + off || one.bottom <= other.top + off || other.bottom <= one.top + off;
    return clear && words.scrollHeight <= words.clientHeight + 1;
  });

/** Returns the step of the guide, empty if it is gone. It is read at once: a locator would wait for a card that is gone. */
export const stepOf = (page: Page): Promise<string> => card(page).evaluateAll(([guide]) => (guide as HTMLElement | undefined)?.dataset.step ?? '');

/** Plays with `move` whenever `ready` is visible, and skips the playback, until `done` returns true. */
export async function lead({ page }: Person, ready: Locator, done: () => Promise<boolean>, move: () => Promise<void>): Promise<void> {
  const now = async () => `${await stepOf(page)} ${await standing(page)} ${await steps(page)}`;
  while (!(await done())) {
    const before = await now();
    if ((await standing(page)) === 'playing') await skip(page);
    else if ((await standing(page)) === 'mine' && (await offered(page, ready))) {
      // Other content, and the position of the guide, are rendered one frame later.
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
      if (await done()) return;
      await move();
    }
    try {
      // A busy machine may need long to compute the result of an answer.
      await expect.poll(async () => (await now()) !== before || (await done()), { timeout: 45_000 }).toBe(true);
    } catch (error) {
      throw new Error(`stands at "${before}", where the page shows:\n${await page.locator('.side').innerText()}`, { cause: error });
    }
  }
}

/** Taps a place of the board on a phone, clicks it on another screen. */
export async function point({ page }: Person, { x, y }: { x: number; y: number }): Promise<void> {
  if (page.viewportSize()?.width === 390) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Opens a fight with the guide. */
export async function begin(someone: Person, system: string): Promise<void> {
  const { page } = someone;
  await page.goto('/');
  await page.getByRole('button', { name: learn(system) }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(card(page)).toBeVisible();
}

/** Checks that the guide is gone, also after a reload, and that the home page marks it as followed. */
export async function followed(someone: Person, system: string): Promise<void> {
  const { page } = someone;
  await expect(card(page)).toHaveCount(0);
  await expect(page.locator('.ring')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.table')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('button', { name: new RegExp(`${learn(system).source}.*(déjà suivi|followed already)`) })).toBeVisible();
  expect(someone.faults).toEqual([]);
  await someone.context.close();
}
