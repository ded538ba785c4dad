import { api } from '../net/api';

/** Where the worker of the site lies: at its root, for all of it. */
export const WORKER = '/sw.js';

/** What the worker is told to keep everything that the client is made of. */
const KEEP = 'keep';

/**
 * Brings the worker in, once the page has come to rest. Who comes again, or has installed the game, gets all of the client to keep; who
 * looks in once, or saves data, does not.
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

/** Whether this browser can be pushed to. */
export function canPush(): boolean {
  return typeof navigator !== 'undefined' && 'serviceWorker' in navigator && typeof PushManager !== 'undefined' && window.isSecureContext;
}

/** The bytes of text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Asks the player and subscribes this browser. `false`: he would rather not. */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription by another key of ours, or of another person, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = made.toJSON();
  await api.setPush({ endpoint: endpoint ?? '', key: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
  return true;
}

/** This browser is pushed to no longer. */
export async function unsubscribe(): Promise<void> {
  await api.dropPush();
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
