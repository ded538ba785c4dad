import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, fits, person, picture, thumbs, type Person } from '../people';
import { LAST_ROUND, startGame } from '../table';

test.describe.configure({ timeout: 240_000 });

async function look(people: Person[], name: string): Promise<void> {
  for (const { page } of people) {
    await fits(page);
    await accessible(page);
    await picture(page, name);
  }
}

/** Changes the messages of the server into those of one without the rules of the game, and reloads the page. */
async function otherRules(page: Page, outcome: unknown): Promise<void> {
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    // A compressed message could not be changed.
    socket.onMessage((text) => server.send(String(text).replace('"packed":true', '"packed":false')));
    server.onMessage((text) => {
      const message = JSON.parse(String(text)) as { t: string; room?: { phase: string; other_rules?: unknown }; table?: unknown };
      if (message.room) {
        message.room.other_rules = { ruleset: 'baston', needs: 2, has: 1, outcome };
        if (outcome) message.room.phase = 'finished';
      }
      if (message.t === 'welcome') message.table = null;
      if (!['entry', 'table', 'clocks', 'presence'].includes(message.t)) socket.send(JSON.stringify(message));
    });
  });
  await page.reload();
}

test('a pause shows its end and ends early when the other players are ready; a new host is announced', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette');
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone' });
  await startGame(ginette, momo, LAST_ROUND);
  await ginette.page.getByRole('button', { name: 'Mettre en pause' }).click();
  await expect(ginette.page.getByText(/reprend toute seule dans 1[45] min/)).toBeVisible();
  await expect(momo.page.getByText(/goes on by itself in 1[45] min/)).toBeVisible();
  await look([ginette, momo], 'pause');
  await momo.page.getByRole('button', { name: 'I’m ready to go on' }).click();
  for (const { page } of [ginette, momo]) await expect(page.getByRole('heading', { name: /Pause bière|Beer break/ })).toBeHidden();
  await ginette.page.getByRole('button', { name: 'Mettre en pause' }).click();
  await expect(ginette.page.getByText(/doit d.abord avancer d.un coup/)).toBeVisible();

  await ginette.page.getByRole('button', { name: 'Places et invitation' }).click();
  await ginette.page.getByRole('button', { name: 'Gérer la place 2' }).click();
  await ginette.page.getByRole('button', { name: 'Confier la salle' }).click();
  await expect(momo.page.getByText('The room is yours: you are the host now.')).toBeVisible();
  await expect(ginette.page.getByText('Momo tient maintenant la salle.')).toBeVisible();
  await picture(momo.page, 'host');
  for (const { faults } of [ginette, momo]) expect(faults).toEqual([]);
});

test('a game whose rules the server does not have says so, and may be given up or watched', async ({ browser, baseURL }) => {
  const ginette = await person(browser, baseURL, 'Ginette', { chance: 'free' });
  const momo = await person(browser, baseURL, 'Momo', { lang: 'en', screen: 'phone', chance: 'free' });
  await startGame(ginette, momo, LAST_ROUND);
  for (const { page } of [ginette, momo]) await otherRules(page, null);
  await expect(ginette.page.getByRole('heading', { name: 'Cette partie attend son serveur' })).toBeVisible();
  await expect(momo.page.getByRole('heading', { name: 'This game waits for its server' })).toBeVisible();
  await expect(momo.page.getByText('Baston, version 2')).toBeVisible();
  await expect(momo.page.getByRole('button', { name: /Give this game up/ })).toHaveCount(0);
  await look([ginette, momo], 'other-rules');
  await thumbs(momo.page);
  await momo.page.getByRole('textbox', { name: /Say something/ }).fill('We wait.');
  await momo.page.getByRole('button', { name: 'Send' }).click();
  await expect(ginette.page.getByText('We wait.')).toBeVisible();
  await ginette.page.getByRole('button', { name: /Abandonner cette partie/ }).click();
  await expect(ginette.page.getByRole('dialog', { name: 'Abandonner la partie ?' })).toBeVisible();
  await look([ginette], 'give-up');
  // The real server has the rules, and so refuses to give the game up.
  await ginette.page.getByRole('button', { name: 'Oui, l’abandonner' }).click();
  await expect(ginette.page.getByText(/Ce serveur a les règles/)).toBeVisible();

  for (const { page } of [ginette, momo]) await otherRules(page, { winners: [1], scores: [2, 5], reason: 'last' });
  await expect(ginette.page.getByRole('heading', { name: 'Cette partie est finie' })).toBeVisible();
  await expect(momo.page.getByText('Momo wins')).toBeVisible();
  await expect(momo.page.getByRole('link', { name: 'Watch it again' })).toHaveAttribute('href', /\/replay\//);
  await look([ginette, momo], 'other-rules-over');
  for (const { faults } of [ginette, momo]) expect(faults).toEqual([]);
});
