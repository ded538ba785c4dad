/** Buttons keep their places when the odds beside them arrive, so that a press on one answer does not hit another one. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { begin, KINDS } from '../guide';
import { decide, fight } from '../heroes';
import { person, type Person } from '../people';
import { finish } from '../skirmish';
import { say, skip, standing, steps } from '../table';
import { answer as warrior } from '../warriors';

test.describe.configure({ timeout: 240_000 });

/** Upper bound of the questions that are answered. */
const ANSWERED = 14;

const question = (page: Page) => page.getByRole('dialog', { name: say.question });

/** Holds back advice and lists of answers between the server and a page. */
class Held {
  private waiting: (() => void)[] | null = null;
  private count = 0;

  static async between(page: Page): Promise<Held> {
    const held = new Held();
    await page.routeWebSocket('**/ws', (socket) => {
      const server = socket.connectToServer();
      // A compressed message could not be parsed.
      socket.onMessage((text) => server.send(String(text).replace('"packed":true', '"packed":false')));
      server.onMessage((text) => {
        const pass = () => socket.send(text);
        const { t } = JSON.parse(String(text)) as { t: string };
        if ((t === 'advice' || t === 'options') && held.waiting) held.waiting.push(pass);
        else pass();
      });
    });
    return held;
  }

  hold(): void {
    this.waiting = [];
  }

  /** Delivers the messages that were held back, and stops holding back. */
  release(): void {
    const kept = this.waiting ?? [];
    this.waiting = null;
    for (const pass of kept) pass();
    this.count += kept.length;
  }

  get released(): number {
    return this.count;
  }
}

/** Marks all buttons of the panels that are enabled and visible. */
const mark = (page: Page): Promise<void> =>
  page.locator('.side, [role=dialog]').evaluateAll((panels) => {
    const buttons = new Set(panels.flatMap((panel) => [...panel.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]));
    const shown = [...buttons].filter((button) => button.checkVisibility({ visibilityProperty: true }) && button.closest('[inert]') === null);
    for (const [n, button] of shown.entries()) button.dataset.marked = `${n} ${button.textContent.trim().slice(0, 20)}`;
  });

/** Returns the places of the marked buttons. */
const places = (page: Page): Promise<ReadonlyMap<string, string>> =>
  page
    .locator('[data-marked]')
    .evaluateAll((buttons) =>
      buttons.map((button): [string, string] => {
        const { x, y } = button.getBoundingClientRect();
        return [(button as HTMLElement).dataset.marked ?? '', `${Math.round(x)} ${Math.round(y)}`];
      }),
    )
    .then((all) => new Map(all));

/** Waits for two frames, after which the page is laid out. */
const laidOut = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Answers the open question, by system. */
const ANSWERS: Readonly<Record<string, (who: Person) => Promise<void>>> = {
  GeneriK: async (who) => {
    if (await question(who.page).isVisible()) await question(who.page).locator('button.default').first().click();
    else await finish(who);
  },
  énergie: (who) => decide(who, fight),
  Celtiques: warrior,
};

/** The first answer of the open question. */
const asked = ({ page }: Person) => page.locator('.side button, [role=dialog] button').first();

for (const [system, answer] of Object.entries(ANSWERS)) {
  for (const [where, kind] of KINDS) {
    test(`answers of ${system} stay where they are when their odds arrive, on a ${where}`, async ({ browser, baseURL }) => {
      const who = await person(browser, baseURL, 'Ginette', kind);
      const { page } = who;
      const held = await Held.between(page);
      await begin(who, system);
      for (let answers = 0; answers < ANSWERED;) {
        held.hold();
        await expect
          .poll(async () => {
            if ((await standing(page)) === 'playing') await skip(page);
            return standing(page);
          })
          .toMatch(/mine|over/);
        if ((await standing(page)) === 'over') break;
        await expect(asked(who)).toBeVisible();
        await laidOut(page);
        await mark(page);
        const before = await places(page);
        held.release();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await laidOut(page);
        for (const [button, place] of await places(page)) expect(place, button).toBe(before.get(button));
        const told = await steps(page);
        await answer(who);
        await expect.poll(async () => (await standing(page)) !== 'mine' || (await steps(page)) > told).toBe(true);
        answers += 1;
      }
      if (system !== 'énergie') expect(held.released).toBeGreaterThan(0);
      expect(who.faults).toEqual([]);
      await who.context.close();
    });
  }
}
