import { expect, type Locator, type Page } from '@playwright/test';
import { fits, picture, type Kind, type Person } from './people';
import { offered, skip, standing, steps } from './table';

/** Where a guide is followed. */
export const KINDS: readonly (readonly [string, Kind])[] = [
  ['desktop, in French', { screen: 'wide' }],
  ['phone, in English', { screen: 'phone', lang: 'en' }],
];
/** Sizes of the screens that every step is looked at on, per kind. */
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

/** The guide's box. */
export const card = (page: Page) => page.getByTestId('guide');
/** What reads on. */
export const next = (page: Page) => page.getByTestId('guide-next');
const learn = (system: string) => new RegExp(`^(Apprendre en trois minutes|Learn in three minutes)\\s?: ${system}`);
/** What the guide may point at. */
export const anchor = (page: Page, name: string) => page.locator(`[data-guide~="${name}"]`);

/** Presses what the guide points at, or the button in it. */
export async function press({ page }: Person, name: string): Promise<void> {
  const there = anchor(page, name).last();
  const inside = there.getByRole('button').first();
  await ((await inside.count()) > 0 ? inside : there).click();
}

/** The guide stands at a step: its card hides nothing of what it points at, and all of it can be read and reached. */
export async function at(someone: Person, step: string, points = true): Promise<void> {
  const { page } = someone;
  await expect(card(page)).toHaveAttribute('data-step', step);
  const screen = page.viewportSize()?.width === 390 ? 'phone' : 'wide';
  for (const size of [...SIZES[screen]].reverse()) {
    await page.setViewportSize(size);
    await expect(card(page)).toBeInViewport({ ratio: 1 });
    // A step that is replaced meanwhile takes its buttons with it.
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

/** The shortest side of a button of the card, in pixels. */
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

/** Neither covers the other; the words are whole. */
const apart = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const [one, other] = [document.querySelector('.guide'), document.querySelector('.ring')].map((element) => element?.getBoundingClientRect());
    const words = document.querySelector('.guide .words');
    if (!one || !other || !words) return false;
    // The outline stands a few pixels off what it is around.
    const off = 6;
    const clear = one.right <= other.left + off || other.right <= one.left + off || one.bottom <= other.top + off || other.bottom <= one.top + off;
    return clear && words.scrollHeight <= words.clientHeight + 1;
  });

/** Where the guide stands; empty when it is gone. Read at once: an attribute of a card that goes meanwhile would be waited for. */
export const stepOf = (page: Page): Promise<string> => card(page).evaluateAll(([guide]) => (guide as HTMLElement | undefined)?.dataset.step ?? '');

/** Plays on with `move` as soon as it is `ready` for it, and shows at once what is being played, until something is so. */
export async function lead({ page }: Person, ready: Locator, done: () => Promise<boolean>, move: () => Promise<void>): Promise<void> {
  const now = async () => `${await stepOf(page)} ${await standing(page)} ${await steps(page)}`;
  while (!(await done())) {
    const before = await now();
    if ((await standing(page)) === 'playing') await skip(page);
    else if ((await standing(page)) === 'mine' && (await offered(page, ready))) {
      // What has come with it, and where the guide stands by it, are there one frame later.
      await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
      if (await done()) return;
      await move();
    }
    try {
      // A busy machine takes its time to work out what comes of an answer.
      await expect.poll(async () => (await now()) !== before || (await done()), { timeout: 45_000 }).toBe(true);
    } catch (error) {
      throw new Error(`stands at "${before}", where the page shows:\n${await page.locator('.side').innerText()}`, { cause: error });
    }
  }
}

/** A finger on the board, or a mouse. */
export async function point({ page }: Person, { x, y }: { x: number; y: number }): Promise<void> {
  if (page.viewportSize()?.width === 390) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Opens the fight with the guide on. */
export async function begin(someone: Person, system: string): Promise<void> {
  const { page } = someone;
  await page.goto('/');
  await page.getByRole('button', { name: learn(system) }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(card(page)).toBeVisible();
}

/** The guide is gone, a reload brings it not back, and home knows that it was followed. */
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
