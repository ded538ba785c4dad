import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

/** A person with a browser of their own: nothing is shared with the others, not even the cookie. */
export interface Person {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Faults the browser reported, with what caused them. */
  readonly faults: string[];
}

export interface Kind {
  lang?: 'fr' | 'en';
  /** Sizes of the screens that must look finished. */
  screen?: 'wide' | 'phone';
  /** `free`: what the browser gives to the dice is its own; for tests that put a double in the place of the socket, and play nothing. */
  chance?: 'same' | 'free';
}

export const SCREENS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
/** The four sizes at which every page is looked at: a large window, a tablet, a phone upright and on its side. */
export const SIZES = [SCREENS.wide, { width: 820, height: 1180 }, SCREENS.phone, { width: 844, height: 390 }] as const;

/** The number of 32 bytes that a page gives to the dice is the same each time, as what the server gives is. */
function sameChance(): void {
  const chance = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
    if (array?.byteLength !== 32) return chance(array as never);
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(7);
    return array;
  };
}

/** Opens a browser for somebody. */
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
  // Whom nobody has introduced the page calls as it did last time, not by chance: the dice of a game hang on the names.
  if (chance === 'same' && name !== '') {
    await context.addInitScript((last) => localStorage.getItem('bagarre.name') ?? localStorage.setItem('bagarre.name', last), name);
  }
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A page that asks for what does not exist is told so; that is no fault of the page.
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of 404')) {
      faults.push(message.text());
    }
  });
  return { name, page, context, faults };
}

/** Gives the nickname the page asks for. */
export async function introduce({ page, name }: Person): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: /^(Entrer|Walk in)$/ }).click();
  await expect(dialog).toBeHidden();
}

/** Polls without ending the test: a page that changes while it is measured is measured again, a lasting fault is reported. */
const eventually = expect.configure({ soft: true });

/** Nothing sticks out to the side, whatever the width. */
export async function fits(page: Page): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await eventually.poll(over, { message: `${page.url()} scrolls sideways` }).toBeLessThanOrEqual(0);
}

/**
 * The axe rules hold for what is shown; `but` leaves out what is there many times over, each as the one before. Only faults are told in
 * full, and they are put together in the page itself: no page has frames of other origins, for which another page would be opened.
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

/** Everything that is tapped is big enough for a thumb. */
export async function thumbs(page: Page): Promise<void> {
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, [role=tab], select, summary, a.btn')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          // What only a screen reader finds is not tapped.
          return !element.closest('.sr-only, .describe') && box.width > 0 && box.height > 0 && (box.width < 43.5 || box.height < 43.5);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
  await eventually.poll(small, { message: page.url() }).toEqual([]);
}

/** With PICTURES set, a picture for the eye, not for the test; the folder is left out of the repository. */
export async function picture(page: Page, name: string, whole = false): Promise<void> {
  if (!process.env.PICTURES) return;
  await page.screenshot({ path: `screens/${name}-${page.viewportSize()?.width ?? 0}.png`, fullPage: whole });
}
