import { api } from '../net/api';
import { make } from '../sound/sounds';
import { prefs } from './prefs.svelte';

/** A turn that somebody is told of. */
export interface MyTurn {
  readonly game: string;
  readonly seat: number;
  readonly title: string;
  readonly body: string;
}

/** Whether this browser may show notifications. */
export function mayNotify(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted';
}

/** Tells the player that it is his turn: a bell if he wants one, and a notification where he looks elsewhere. */
export async function tellTurn(turn: MyTurn): Promise<void> {
  if (prefs.bell) make('bell');
  if (!prefs.notify || !mayNotify() || !document.hidden) return;
  // Only one of push, mail and this page tells of a move: whichever is first.
  if (!(await api.remindHere(turn.game, turn.seat).catch(() => false))) return;
  const options = { body: turn.body, tag: `${turn.game} ${turn.seat}`, icon: '/icon-192.png', data: { link: location.pathname } };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker) await worker.showNotification(turn.title, options).catch(() => undefined);
  else new Notification(turn.title, options).onclick = () => window.focus();
}
