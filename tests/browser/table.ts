import { expect, type Page } from '@playwright/test';
import { introduce, type Person } from './people';

/** Words of the buttons in both languages. */
export const say = {
  openRoom: /^(Ouvrir une salle|Open a room)$/,
  submitRoom: /^(Ouvrir la salle|Open the room)$/,
  invitation: /^(Lien d’invitation|Invitation link)$/,
  sit: /^(S’asseoir ici|Sit here)$/,
  gang: /^(Prendre |Take )/,
  start: /^(Que ça cogne|Let fists fly)/,
  confirm: /^(Confirmer|Tous au repos|Confirm|All resting|Everyone rests|All at rest)/,
  takeBack: /^(Reprendre ma feuille|Take my sheet back)/,
  skip: /^(Aller à la fin|To the end)$/,
  question: /^(À toi de décider|Your decision)$/,
};

export interface Evening {
  scenario: RegExp;
  /** Clocks by the name of their preset. */
  pace: RegExp;
  spectators?: boolean;
}

/** Opens a room by hand and gives its invitation link. */
export async function openRoom(host: Person, evening: Evening): Promise<string> {
  const { page } = host;
  await page.goto('/');
  await page.getByRole('link', { name: say.openRoom }).click();
  await introduce(host);
  await page.getByRole('radio', { name: evening.scenario }).check();
  await page.getByRole('radio', { name: evening.pace }).check();
  await page.getByRole('button', { name: say.submitRoom }).click();
  await expect(page).toHaveURL(/\/r\/[^#]+#.+/);
  return page.getByRole('textbox', { name: say.invitation }).inputValue();
}

/** Takes the first free seat and a ready-made band. */
export async function takeSeat({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: say.sit }).first().click();
  await page.getByRole('button', { name: say.gang }).first().click();
  await expect(page.getByText(/✓ (Prêt|Ready)/).first()).toBeVisible();
}

/** Where the table stands for whoever looks at it: `mine`, `others`, `playing`, `paused`, `over`, `none`. */
export async function standing(page: Page): Promise<string> {
  return (await page.locator('.table').getAttribute('data-state')) ?? '';
}

/** Steps told so far. */
export async function steps(page: Page): Promise<number> {
  return Number(await page.locator('.table').getAttribute('data-steps'));
}

/** Shows at once what is being played. */
export async function skip(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: say.skip });
  if (await button.isEnabled()) await button.click();
}

/** Answers what is asked: the sheet as it is written, or the first thing offered. */
export async function answer(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: say.question });
  const confirm = page.getByRole('button', { name: say.confirm });
  await expect(question.or(confirm).first()).toBeVisible();
  if (await question.isVisible()) await decide(page);
  else await confirm.click();
}

/** Takes the default of the decision that is asked. */
async function decide(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: say.question });
  const offered = question.locator('button.default, [data-default] button, button[data-default]');
  const any = question.getByRole('button');
  await ((await offered.count()) > 0 ? offered.first() : any.first()).click();
}

/** Plays on for everybody until `done` says so. */
export async function playOn(players: Person[], done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) {
    const states = await Promise.all(players.map(({ page }) => standing(page)));
    const mine = states.findIndex((state) => state === 'mine');
    const showing = states.findIndex((state) => state === 'playing');
    const actor = players[showing >= 0 ? showing : mine];
    if (!actor) {
      await changed(players, states);
      continue;
    }
    if (showing >= 0) await skip(actor.page);
    else await answer(actor.page);
    await changed([actor], [states[players.indexOf(actor)] ?? '']);
  }
}

/** Waits until the table stands otherwise for one of them, or has been told more. */
async function changed(players: Person[], states: string[]): Promise<void> {
  const before = await Promise.all(players.map(({ page }) => steps(page)));
  await expect
    .poll(async () => {
      const now = await Promise.all(players.map(async ({ page }) => [await standing(page), await steps(page)] as const));
      return now.some(([state, count], i) => state !== states[i] || count !== before[i] || state === 'over');
    })
    .toBe(true);
}
