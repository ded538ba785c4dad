import { api } from '../net/api';

/** Path of the service worker: at the root, so that its scope is the whole site. */
export const WORKER = '/sw.js';

/** Message that makes the worker cache all files of the client. */
const KEEP = 'keep';

/**
 * Registers the service worker, some time after the start of the page. It caches the whole client on a later visit or where the game is
 * installed, but not on a first visit or where the browser saves data.
 */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext || import.meta.env.DEV) return;
  const again = navigator.serviceWorker.controller !== null;
  await navigator.serviceWorker.register(WORKER);
  const installed = matchMedia('(display-mode: standalone)').matches;
  const sparing = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if ((!again && !installed) || sparing) return;
  (await navigator.serviceWorker.ready).active?.postMessage(KEEP);
}

/** Returns whether this browser supports push messages. */
export function canPush(): boolean {
  return typeof navigator !== 'undefined' && 'serviceWorker' in navigator && typeof PushManager !== 'undefined' && window.isSecureContext;
}

/** Returns the bytes of a text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Asks the player for permission and subscribes this browser to push messages. Returns `false` where it is denied. */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // An old subscription may be for another key of the server, or for another person.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = made.toJSON();
  await api.setPush({ endpoint: endpoint ?? '', key: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
  return true;
}

/** Ends the push subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  await api.dropPush();
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
