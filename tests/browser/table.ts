import { errors, expect, type Locator, type Page } from '@playwright/test';
import { introduce, type Person } from './people';

/** The texts of buttons and dialogs in both languages. */
export const say = {
  openRoom: /^(Ouvrir une salle|Open a room)$/,
  submitRoom: /^(Ouvrir la salle|Open the room)$/,
  invitation: /^(Lien d’invitation|Invitation link)$/,
  sit: /^(S’asseoir ici|Sit here)$/,
  stand: /^(Se lever|Stand up)$/,
  gang: /^(Prendre |Take )/,
  start: /^(Que ça cogne|Let fists fly)/,
  confirm: /^(Confirm|Tous|Every|Sceller|Seal)/,
  blind: /^(Sceaux aveugles|Blind seals)/,
  takeBack: /^(Reprendre ma feuille|Take my sheet back)/,
  skip: /^(Aller à la fin|To the end)$/,
  question: /^(À toi de décider|Your decision)$/,
};

export interface Evening {
  /** The name of the game; the first one by default. */
  game?: RegExp;
  scenario: RegExp;
  /** The name of the preset of the clocks; the proposed one by default. */
  pace?: RegExp;
  spectators?: boolean;
  /** Whether sheets stay in the browsers until all players have sealed. */
  blind?: boolean;
}

/** Opens a room through the pages; returns its invitation link. */
export async function openRoom(host: Person, evening: Evening): Promise<string> {
  const { page } = host;
  await page.goto('/');
  await page.getByRole('link', { name: say.openRoom }).click();
  await introduce(host);
  if (evening.game) await page.getByRole('radio', { name: evening.game }).check();
  await page.getByRole('radio', { name: evening.scenario }).check();
  if (evening.pace) await page.getByRole('radio', { name: evening.pace }).check();
  if (evening.blind) await page.getByRole('radio', { name: say.blind }).check();
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  return page.getByRole('textbox', { name: say.invitation }).inputValue();
}

/**
 * Takes the first free seat, unless the person has one already, as the host of a room does. A seat that another page takes at the same
 * time is refused; then the next free one is tried.
 */
export async function sit({ page }: Pick<Person, 'page'>): Promise<void> {
  const [seated, free] = [page.getByRole('button', { name: say.stand }), page.getByRole('button', { name: say.sit }).first()];
  await expect(seated.or(free).first()).toBeVisible();
  await expect(async () => {
    if (!(await seated.isVisible())) await free.click({ timeout: 3_000 });
    await expect(seated).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

/** The first game of Baston, with slow clocks. */
export const LAST_ROUND: Evening = { scenario: /Dernière tournée/, pace: /Tranquille/ };

/** A short game of the toy, a system without code in the client. */
export const TOY: Evening = { game: /Le jouet/, scenario: /Partie courte/ };

/** Takes a seat in a room of the toy, enters the motto, which is its band, and gets ready. */
export async function bringMotto(someone: Pick<Person, 'page'>, motto: string): Promise<void> {
  const { page } = someone;
  await sit(someone);
  await page.getByRole('textbox', { name: /^(Devise|Motto)$/ }).fill(motto);
  await page.getByRole('button', { name: /^(Je suis prêt|I am ready)$/ }).click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Takes a seat and a ready-made band. */
export async function takeSeat(someone: Person): Promise<void> {
  const { page } = someone;
  await sit(someone);
  await page.getByRole('button', { name: say.gang }).first().click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Starts a game of two players, each of whom takes a seat and a ready-made band; returns its invitation link. */
export async function startGame(host: Person, guest: Person, evening: Evening): Promise<string> {
  const link = await openRoom(host, evening);
  await takeSeat(host);
  await guest.page.goto(link);
  await introduce(guest);
  await takeSeat(guest);
  await host.page.getByRole('button', { name: say.start }).click();
  for (const { page } of [host, guest]) await expect(page).toHaveURL(/\/t\//);
  return link;
}

/** Returns the state of the table for its viewer: `mine`, `others`, `playing`, `paused`, `over` or `none`. */
export async function standing(page: Page): Promise<string> {
  return (await page.locator('.table').getAttribute('data-state')) ?? '';
}

/** Returns the number of steps that the page has received. */
export async function steps(page: Page): Promise<number> {
  return Number(await page.locator('.table').getAttribute('data-steps'));
}

/** Answers a question, and waits until the event has arrived; the question is shown until then. */
export async function untilTold(page: Page, act: () => Promise<void>): Promise<void> {
  const before = await steps(page);
  await act();
  await expect.poll(async () => (await standing(page)) !== 'mine' || (await steps(page)) > before).toBe(true);
}

/** Waits for an action whose element may be gone: a timeout is no fault. */
export async function quietly(what: Promise<unknown>): Promise<void> {
  await what.catch((error: unknown) => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
}

/** Skips the playback. It may end by itself first; then the button is gone. */
export async function skip(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: say.skip, disabled: false });
  await quietly(button.click({ timeout: 2000 }));
}

/** Writes an order with the keyboard into the cell with a number. */
export async function write({ page }: Person, cell: number, ...keys: string[]): Promise<void> {
  await page.locator('[data-cell]:visible').nth(cell).click();
  for (const key of keys) await page.keyboard.press(key);
}

/** Returns the orders on the sheet, without the marks of warnings, which appear after the answer of the server. */
export const sheet = async ({ page }: Person): Promise<string[]> =>
  (await page.locator('[data-cell]').allInnerTexts()).map((text) => text.replace(/[\s!]+/g, ''));

/** Seals the sheet; an empty sheet has to be confirmed once. */
export async function sealed(page: Page, button = page.getByRole('button', { name: say.confirm })): Promise<void> {
  await button.click();
  const sure = page.locator('[data-testid$="-empty"]');
  if (await sure.isVisible()) await sure.click();
}

/**
 * Waits until `answers` are shown or the table no longer asks, because an event that came in between is played first. Returns whether they
 * are shown.
 */
export async function offered(page: Page, answers: Locator): Promise<boolean> {
  let shown = false;
  const settled = async () => {
    shown = await answers.first().isVisible();
    return shown || (await standing(page)) !== 'mine';
  };
  await expect.poll(settled).toBe(true);
  return shown;
}

/** The elements that answer a question of Baston: a decision, or the seal of a sheet. */
const answers = (page: Page) => page.getByRole('dialog', { name: say.question }).or(page.getByRole('button', { name: say.confirm }));

/** Answers the open question: seals the sheet, after `write`, or takes the default of a decision. */
export async function answer({ page }: Person, write?: () => Promise<void>): Promise<void> {
  const question = page.getByRole('dialog', { name: say.question });
  const confirm = page.getByRole('button', { name: say.confirm });
  // The event of the previous answer may arrive only now; then no question is open any more.
  if (!(await offered(page, answers(page)))) return;
  if (await question.isVisible()) await decide(page);
  else if (await confirm.isVisible()) {
    await write?.();
    await sealed(page, confirm);
  }
}

/** Takes the default of the open decision, or its first answer. */
async function decide(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: say.question });
  const offered = question.locator('button.default, [data-default] button, button[data-default]');
  const any = question.getByRole('button');
  await ((await offered.count()) > 0 ? offered.first() : any.first()).click();
}

/**
 * Plays until `done` returns true for every player. A player for whom it is true answers nothing: the page of another one may show the
 * same event later. `write` fills a sheet before it is sealed.
 */
export async function playOn(players: Person[], done: (person: Person) => Promise<boolean>, write?: (person: Person) => Promise<void>): Promise<void> {
  const look = () => Promise.all(players.map(async ({ page }) => ({ state: await standing(page), steps: await steps(page) })));
  const allDone = async () => (await Promise.all(players.map(done))).every(Boolean);
  while (!(await allDone())) {
    const before = await look();
    const showing = players[before.findIndex(({ state }) => state === 'playing')];
    if (showing) await skip(showing.page);
    else {
      for (const [n, asked] of players.entries()) {
        if (before[n]?.state !== 'mine' || !(await offered(asked.page, answers(asked.page))) || (await done(asked))) continue;
        await untilTold(asked.page, () => answer(asked, write && (() => write(asked))));
        break;
      }
    }
    await expect.poll(async () => JSON.stringify(await look()) !== JSON.stringify(before) || (await allDone()), { message: JSON.stringify(before) }).toBe(true);
  }
}

/** Returns the turn that a page shows. */
export const turn = async (page: Page): Promise<number> => Number(/(?:Tour|Turn) (\d+) (?:sur|of)/.exec(await page.locator('.table').innerText())?.[1]);

/** Plays until all players write a sheet: that of turn `n`, or any. */
export async function toSheets(players: Person[], n?: number): Promise<void> {
  await playOn(players, async ({ page }) => {
    const writes = page
      .getByRole('region', { name: /^(Feuille de programmation|Programming sheet)$/ })
      .filter({ has: page.getByRole('button', { name: say.confirm }) });
    return (await standing(page)) === 'mine' && (await writes.isVisible()) && (n === undefined || (await turn(page)) === n);
  });
}

/** Checks that the last line of the log names its rule, and opens the rulebook there. */
export async function explained(page: Page, ruleset: string): Promise<void> {
  const log = page.getByRole('log');
  await log.getByRole('button', { expanded: false }).last().click();
  await expect(log.locator('.why b').first()).toBeVisible();
  // The newest line is the lowest: its explanation scrolls into view.
  await expect(log.locator('.why a').last()).toBeInViewport();
  const [book] = await Promise.all([page.waitForEvent('popup'), log.locator('.why a').last().click()]);
  await expect(book).toHaveURL(new RegExp(`/rules/${ruleset}/[A-Z]+-[A-Z]+-\\d+$`));
  await expect(book.locator(`[id="${book.url().split('/').at(-1) ?? ''}"]`)).toBeInViewport();
  await book.close();
}
