import { api } from '../net/api';
import { make } from '../sound/sounds';
import { prefs } from './prefs.svelte';

/** A turn of the player, with the text of its notification. */
export interface MyTurn {
  readonly game: string;
  readonly seat: number;
  readonly title: string;
  readonly body: string;
}

/** Returns whether this browser may show notifications. */
export function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted';
}

/** Notifies the player of a turn: with a bell if it is on, and with a notification if that is on and the page is hidden. */
export async function tellTurn(turn: MyTurn): Promise<void> {
  if (prefs.bell) make('bell');
  if (!prefs.notify || !mayNotify() || !document.hidden) return;
  // Of push, mail and this page only the first one notifies of a move; the server decides which.
  if (!(await api.remindHere(turn.game, turn.seat).catch(() => false))) return;
  const options = { body: turn.body, tag: `${turn.game} ${turn.seat}`, icon: '/icon-192.png', data: { link: location.pathname } };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker) await worker.showNotification(turn.title, options).catch(() => undefined);
  else new Notification(turn.title, options).onclick = () => window.focus();
}
