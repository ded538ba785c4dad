import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** The id under which a stored game is shown. */
export const GAME = '11111111-1111-4111-8111-111111111111';

/** Routes the replay of a game that a released version has stored to a page; returns the replay. */
export async function released(page: Page, path: string): Promise<object> {
  const file = fileURLToPath(new URL(`../fixtures/released/${path}.json.gz`, import.meta.url));
  const { replay } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as { replay: object };
  await page.route(`**/api/games/${GAME}/replay`, (route) => route.fulfill({ json: { ...replay, game: GAME } }));
  return replay;
}
