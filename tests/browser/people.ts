import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

/** A person with a browser context of their own, which shares nothing with others, not even the cookie. */
export interface Person {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the browser reported. */
  readonly faults: string[];
}

export interface Kind {
  lang?: 'fr' | 'en';
  /** The size of the screen. */
  screen?: 'wide' | 'phone';
  /** `free`: the page draws its own number for the dice; for tests that replace the socket and play nothing. */
  chance?: 'same' | 'free';
}

export const SCREENS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** The four sizes at which all pages are tested: a large window, a tablet, a phone upright and on its side. */
export const SIZES = [SCREENS.wide, { width: 820, height: 1180 }, SCREENS.phone, { width: 844, height: 390 }] as const;

/** Replaces random numbers of 32 bytes, which a page gives to the dice, by a constant, so that the dice are the same in each run. */
function sameChance(): void {
  const chance = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array?.byteLength !== 32) return chance(array as never);
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(7);
    return array;
  };
}

/** Opens a browser context for a person. */
export async function person(browser: Browser, baseURL: string, name: string, kind: Kind = {}): Promise<Person> {
  const { lang = 'fr', screen = 'wide', chance = 'same' } = kind;
  const context = await browser.newContext({
    baseURL,
    locale: lang === 'fr' ? 'fr-FR' : 'en-GB',
    viewport: SCREENS[screen],
    hasTouch: screen === 'phone',
    reducedMotion: 'reduce',
  });
  if (chance === 'same') await context.addInitScript(sameChance);
  // A page gives a new player a random nickname; the stored one replaces it, because the dice of a game depend on the names.
  if (chance === 'same' && name !== '') {
    await context.addInitScript((last) => localStorage.getItem('bagarre.name') ?? localStorage.setItem('bagarre.name', last), name);
  }
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A response of 404 is no fault of the page.
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of 404')) {
      faults.push(message.text());
    }
  });
  return { name, page, context, faults };
}

/** Enters the nickname in the dialog of the page. */
export async function introduce({ page, name }: Person): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: /^(Entrer|Walk in)$/ }).click();
  await expect(dialog).toBeHidden();
}

/** Polls without ending the test: a page that changes is measured again, a lasting fault is reported. */
const eventually = expect.configure({ soft: true });

/** Checks that the page does not scroll sideways. */
export async function fits(page: Page): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await eventually.poll(over, { message: `${page.url()} scrolls sideways` }).toBeLessThanOrEqual(0);
}

/**
 * Checks the axe rules for the page; `but` excludes elements that are repeated many times. Only violations are reported in full, and
 * they are collected in the page itself: no page has frames of other origins, which would need another page.
 */
export async function accessible(page: Page, but?: string): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const rules = but === undefined ? axe : axe.exclude(but);
  const faults = async () => {
    const { violations } = await rules.analyze();
    return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}: ${node.failureSummary ?? ''}`));
  };
  let told = await faults();
  // A page that changes while it is read may show faults that are never painted: the last of three analyses counts.
  for (let again = 0; told.length > 0 && again < 2; again += 1) told = await faults();
  expect.soft(told, page.url()).toEqual([]);
}

/** Checks that all targets of taps are large enough for a thumb, at least 43.5 pixels. */
export async function thumbs(page: Page): Promise<void> {
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, [role=tab], select, summary, a.btn')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          // Elements for screen readers alone are not tapped.
          return !element.closest('.sr-only, .describe') && box.width > 0 && box.height > 0 && (box.width < 43.5 || box.height < 43.5);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  await eventually.poll(small, { message: page.url() }).toEqual([]);
}

/** Takes a screenshot for people, if PICTURES is set; no test compares it, and its folder is not in the repository. */
export async function picture(page: Page, name: string, whole = false): Promise<void> {
  if (!process.env.PICTURES) return;
  await page.screenshot({ path: `screens/${name}-${page.viewportSize()?.width ?? 0}.png`, fullPage: whole });
}
