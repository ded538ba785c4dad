/** The report of the page of a room that has never reached the server, as opposed to a connection that was lost. */
import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from '../fixtures';
import { accessible, introduce, person, picture, type Person, SCREENS } from '../people';
import { Proxy } from '../proxy';
import { quietly, say } from '../table';

const title = 'La salle ne répond pas';
const lost = /Connexion perdue|Rien de ce que tu écris/;

/** Opens a room through its form. */
async function open(host: Person): Promise<void> {
  await host.page.goto('/new');
  await introduce(host);
  await host.page.getByRole('button', { name: say.submitRoom }).click();
  await expect(host.page).toHaveURL(/\/r\/[^#]+/);
}

/** Checks that the page reports that the server was never reached, and why. */
async function told(page: Page, why: RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(why)).toBeVisible();
  await expect(page.getByText(lost)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Essayer maintenant' })).toBeVisible();
}

test('behind a proxy that drops Upgrade the page says so and what to do, and connects once it is fixed', async ({ browser, server }) => {
  const proxy = new Proxy(server.url, { upgrade: false });
  const host = await person(browser, await proxy.listen(), 'Ginette');
  await open(host);
  await told(host.page, /Le serveur répond, mais la liaison en direct \(WebSocket/);
  await expect(host.page.getByText(/Le proxy doit transmettre Upgrade, Connection et Host/)).toBeVisible();
  for (const size of Object.values(SCREENS)) {
    await host.page.setViewportSize(size);
    await picture(host.page, 'unreached-upgrade', true);
    await accessible(host.page);
  }
  proxy.habits.upgrade = true;
  // The page may have retried by itself; then the button is gone.
  await quietly(host.page.getByRole('button', { name: 'Essayer maintenant' }).click({ timeout: 2_000 }));
  await expect(host.page.getByRole('heading', { name: title })).toHaveCount(0);
  await expect(host.page.getByRole('textbox', { name: say.invitation })).toBeVisible();
  await host.context.close();
  await proxy.close();
});

test('behind a proxy that passes on another host the page shows the message of the server', async ({ browser, server }) => {
  const proxy = new Proxy(server.url);
  const host = await person(browser, await proxy.listen(), 'Ginette');
  await open(host);
  await expect(host.page.getByRole('textbox', { name: say.invitation })).toBeVisible();
  // The server answers to this host, so that the page loads, but it is not the one in the browser.
  proxy.habits.host = '127.0.0.2:9';
  await host.page.reload();
  await told(host.page, /vient d'un autre site/);
  await picture(host.page, 'unreached-host');
  // A new guest cannot give a nickname, and reads the same message.
  const guest = await person(browser, new URL(host.page.url()).origin, 'Momo');
  await guest.page.goto(host.page.url());
  const dialog = guest.page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Momo');
  await dialog.getByRole('button', { name: 'Entrer' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: /vient d'un autre site/ })).toBeVisible();
  await dialog.getByText(/code de secours|J’ai un code/).click();
  await dialog.locator('#recovery').fill('aaaa-aaaa-aaaa-aaaa-aaaa');
  await dialog.locator('#recovery').locator('..').getByRole('button').click();
  await expect(dialog.locator('#recovery-problem')).toHaveText(/vient d'un autre site/);
  await guest.context.close();
  await host.context.close();
  await proxy.close();
});

test('an unreachable server, a missing answer and an offline device have different messages', async ({ browser, server }) => {
  const proxy = new Proxy(server.url);
  const host = await person(browser, await proxy.listen(), 'Ginette');
  const { page, context } = host;
  await open(host);
  await expect(page.getByRole('textbox', { name: say.invitation })).toBeVisible();
  // The page itself loads, as from a cache, but the API and the socket fail.
  const comes = async (route: (path: string) => Promise<unknown>) => {
    await page.routeWebSocket('**/ws', (socket) => void socket.close());
    await route('**/api/**');
    await page.reload();
  };
  // The request for the player is answered; the others are those with which the page looks for the reason.
  const known = (url: string) => new URL(url).pathname === '/api/me';
  await comes((path) =>
    page.route(path, (route) =>
      known(route.request().url()) ? route.continue() : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    ),
  );
  await told(page, /mais pas le jeu \(code 502\)/);
  await page.unrouteAll();
  await comes((path) => page.route(path, (route) => (known(route.request().url()) ? route.continue() : route.abort())));
  await told(page, /Le serveur ne répond pas à cette adresse/);
  await page.unrouteAll();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Essayer maintenant' }).click();
  await told(page, /Cet appareil n’est pas en ligne/);
  await context.setOffline(false);
  await context.close();
  await proxy.close();
});

test('the loss of an open connection is not reported as an unreachable server', async ({ browser, baseURL }) => {
  const host = await person(browser, baseURL, 'Ginette', { chance: 'free' });
  const sockets: WebSocketRoute[] = [];
  let through = true;
  await host.page.routeWebSocket('**/ws', (socket) => {
    if (!through) {
      void socket.close();
      return;
    }
    sockets.push(socket);
    socket.connectToServer();
  });
  await open(host);
  await expect(host.page.getByRole('textbox', { name: say.invitation })).toBeVisible();
  through = false;
  await sockets.at(-1)?.close();
  await expect(host.page.getByText(/Connexion perdue\. Nouvel essai/)).toBeVisible();
  await expect(host.page.getByRole('heading', { name: title })).toHaveCount(0);
  await host.context.close();
});
