import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { anchor, at, begin, followed, KINDS, lead, next, stepOf } from '../guide';
import { act, decide, deciding, fight, surely } from '../heroes';
import { accessible, person } from '../people';
import { standing } from '../table';
import { answer, answers } from '../warriors';

test.describe.configure({ timeout: 300_000 });

/** Returns the number of the reachable panel that is nearest to the element `who`; panels in `been` come last. */
async function nearest(page: Page, who: string, been: ReadonlySet<string>): Promise<number> {
  const names = await page.locator('.picking .list button').allInnerTexts();
  const away = await anchor(page, who)
    .last()
    .evaluate((there, names) => {
      const { x, y } = there.getBoundingClientRect();
      const captions = [...document.querySelectorAll('.board text.name')];
      return names.map((name) => {
        const at = captions.find(({ textContent }) => textContent === name.trim())?.getBoundingClientRect();
        return at ? Math.hypot(at.x - x, at.y - y) : Infinity;
      });
    }, names);
  const cost = (n: number) => (away[n] ?? 0) + (been.has(names[n] ?? '') ? 1e6 : 0);
  return names.reduce((best, _, n) => (cost(n) < cost(best) ? n : best), 0);
}

/** Returns whether the guide is at one of these steps. */
const stands = async (page: Page, ...steps: string[]): Promise<boolean> => steps.includes(await stepOf(page));

for (const [where, kind] of KINDS) {
  test(`the guide leads through the first turn of énergie, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Nana la Fronde' : 'Marius Piquet', kind);
    const { page } = who;
    const doIt = page.getByTestId('do-it');
    const been = new Set<string>();
    const goThere = async () => {
      await act(page, 'move').click();
      const ways = page.locator('.picking .list button');
      await expect(ways.or(doIt).first()).toBeVisible();
      // A single way is chosen already.
      if (!(await doIt.isVisible())) {
        const way = ways.nth(await nearest(page, 'who-1', been));
        been.add(await way.innerText());
        await way.click();
      }
      await doIt.click();
    };
    /** Goes to the enemy, and strikes once it is in reach. */
    const goOn = async () => {
      await expect(page.locator('[data-act]').first()).toBeVisible();
      if (await act(page, 'attack').isVisible()) await fight(page);
      else if (await act(page, 'move').isVisible()) await goThere();
      else await act(page, 'defend').click();
    };
    const onwards = (done: () => Promise<boolean>, activation = goOn) => lead(who, deciding(page), done, () => decide(who, activation));
    await begin(who, 'énergie');
    // There is a single place to start, so that there is no question about it (ENE-R60).
    await at(who, 'act');
    await accessible(page);
    // The opponent may be quicker, and act first.
    await onwards(async () => (await stands(page, 'act')) && act(page, 'move').isVisible());
    await at(who, 'act');
    await goThere();
    await at(who, 'second');
    // A reload keeps the step.
    await page.reload();
    await at(who, 'second');
    await onwards(
      async () => !(await stands(page, 'second')),
      () => act(page, 'defend').click(),
    );
    await onwards(async () => (await stands(page, 'strike')) && act(page, 'attack').isVisible());
    await at(who, 'strike');
    await onwards(async () => !(await stands(page, 'strike')));
    // The step on reactions is also shown to a player who is not attacked.
    await onwards(async () => deciding(page).first().isVisible());
    if (await stands(page, 'react')) {
      await at(who, 'react');
      await next(page).click();
    }
    await at(who, 'end');
    await next(page).click();
    await followed(who, 'énergie');
  });

  test(`the guide leads through the first turn of Celtiques, on a ${where}`, async ({ browser, baseURL }) => {
    const who = await person(browser, baseURL, kind.screen === 'phone' ? 'Brenna Deux-Lames' : 'Vindo Court-Bras', kind);
    const { page } = who;
    const onwards = (done: () => Promise<boolean>) => lead(who, answers(page), done, () => answer(who));
    await begin(who, 'Celtiques');
    // A first fight has no phase of terror, and so no plan for it.
    await accessible(page);
    await onwards(async () => page.locator('.side [role=dialog], .side .list').first().isVisible());
    await at(who, 'announce');
    await onwards(async () => stands(page, 'track'));
    await at(who, 'track');
    // A reload keeps the step.
    await page.reload();
    await at(who, 'track');
    await next(page).click();
    await at(who, 'standing');
    // The standing answers can be read there.
    await anchor(page, 'standing').locator('summary').click();
    await expect(anchor(page, 'standing').getByText(/^(Marche en cours|March under way)/)).toBeVisible();
    await next(page).click();
    await onwards(async () => !(await stands(page, 'strike')) || anchor(page, 'deeds').isVisible());
    await at(who, 'strike');
    // A list that is longer than the panel is shown from its beginning.
    await expect(anchor(page, 'deeds').getByRole('button').first()).toBeInViewport({ ratio: 1 });
    await onwards(async () => !(await stands(page, 'strike')));
    await at(who, 'dodge');
    await onwards(async () => !(await stands(page, 'dodge')));
    await at(who, 'end');
    await next(page).click();
    await followed(who, 'Celtiques');
  });
}

test('a guide counts as followed when the fight ends before it', async ({ browser, baseURL }) => {
  const who = await person(browser, baseURL, 'Marius Piquet');
  const { page } = who;
  await begin(who, 'énergie');
  await lead(
    who,
    deciding(page),
    async () => (await standing(page)) === 'over',
    () => decide(who, (own) => surely(own, 'surrender')),
  );
  await followed(who, 'énergie');
});
