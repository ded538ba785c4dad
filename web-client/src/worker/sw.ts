/// <reference lib="webworker" />
/**
 * The service worker. It opens the client without a network, with the rulebook, replays that were seen, and drafts on this device, and
 * shows push messages. A new release is never delayed: pages are requested from the server first, and scripts have the digest of their
 * content in their names.
 */
import { clientsClaim, cacheNames, setCacheNameDetails } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;

setCacheNameDetails({ prefix: 'bagarre' });

const DAY = 24 * 3600;
/** Timeout of the server before a cached answer is used, in seconds. */
const PATIENCE = 4;
/** Cache of scripts, styles and fonts, of this release and the last few. */
const ASSETS = 'bagarre-assets';
const PAGES = 'bagarre-pages';
/** Cache of public data of the server: systems, rulebooks, replays. Nothing personal. */
const TOLD = 'bagarre-told';
/** The list of the files of a build, which `vite/worker.ts` writes. */
const PARTS = '/offline.json';

void self.skipWaiting();
clientsClaim();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSETS, plugins: [new ExpirationPlugin({ maxEntries: 600, maxAgeSeconds: 60 * DAY })] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/api\/(rulesets(\/|$)|games\/[^/]+\/replay$)/.test(url.pathname),
  new NetworkFirst({
    cacheName: TOLD,
    networkTimeoutSeconds: PATIENCE,
    matchOptions: { ignoreVary: true },
    plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 90 * DAY, purgeOnQuotaError: true })],
  }),
);
// One cached page serves all addresses: the page of an address only saves a few round trips.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  new NetworkFirst({
    cacheName: PAGES,
    networkTimeoutSeconds: PATIENCE,
    plugins: [
      {
        cacheKeyWillBeUsed: () => Promise.resolve('/'),
        cacheWillUpdate: ({ request, response }) => Promise.resolve(response.ok && new URL(request.url).pathname === '/' ? response : null),
      },
    ],
  }),
);
setCatchHandler(() => Promise.resolve(Response.error()));

/** Caches all files of this build, and the data of the systems. A file that is cached already is not requested again. */
async function keepAll(): Promise<void> {
  const listed = await fetch(PARTS, { cache: 'no-cache' });
  if (!listed.ok) return;
  const parts = (await listed.json()) as string[];
  const [assets, pages] = await Promise.all([caches.open(ASSETS), caches.open(PAGES)]);
  await pages.add(new Request('/', { cache: 'no-cache' }));
  for (const part of parts) {
    // Files are fetched one after the other, so that the requests of a game are not delayed.
    if (!(await assets.match(part))) await assets.add(part);
  }
  const [told, list] = [await caches.open(TOLD), await fetch('/api/rulesets')];
  await told.put('/api/rulesets', list.clone());
  for (const { id } of (await list.json()) as { id: string }[]) await told.addAll([`/api/rulesets/${id}`, `/api/rulesets/${id}/presentation`]);
}

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepAll().catch(() => undefined));
});

interface Pushed {
  title: string;
  body: string;
  link: string;
  tag: string;
}

async function show({ title, body, link, tag }: Pushed): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  // A server without a public address sends only the path.
  const { pathname } = new URL(link, self.location.origin);
  // A player with the table in view needs no notification.
  if (pages.some((page) => page.visibilityState === 'visible' && new URL(page.url).pathname === pathname)) return;
  await self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', badge: '/icon-192.png', data: { link: pathname } });
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Pushed));
});

async function follow(link: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  const there = pages.find((page) => new URL(page.url).pathname === link);
  await (there ? there.focus() : self.clients.openWindow(link));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data as { link: string };
  event.waitUntil(follow(link));
});

/** Subscribes again after the push service has changed the subscription, and sends it to the server. */
async function again(): Promise<void> {
  const reach = (await (await fetch('/api/me/reach')).json()) as { push_key: string };
  const made = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: reach.push_key });
  const { endpoint, keys } = made.toJSON();
  const body = JSON.stringify({ endpoint, key: keys?.p256dh, auth: keys?.auth });
  await fetch('/api/me/reach/push', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
}

self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(again()));

// Caches of earlier workers may have other names.
self.addEventListener('activate', (event) => {
  const known = new Set<string>([ASSETS, PAGES, TOLD, cacheNames.runtime]);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith('bagarre-') && !known.has(name)).map((name) => caches.delete(name)))),
  );
});
