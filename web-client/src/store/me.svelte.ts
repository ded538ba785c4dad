import type { Snippet } from 'svelte';
import { api } from '../net/api';
import type { Me } from '../protocol';
import { recall, remember } from './local';

const state = $state<{ me: Me | null; asked: boolean }>({ me: null, asked: false });
/** The content above the question for the nickname, such as who invites. */
let above = $state.raw<Snippet | null>(null);
let loading: Promise<Me | null> | null = null;
let waiting: { keep: (me: Me) => void; give: () => void } | null = null;

/** Returns the player, if the server knows this browser. */
export function me(): Me | null {
  return state.me;
}

/** Returns whether the question for the nickname is open. */
export function askingName(): boolean {
  return state.asked;
}

/** Returns the content above the question for the nickname; `null` where there is none. */
export function aboveName(): Snippet | null {
  return above;
}

/** Fetches the player, once. */
export function loadMe(): Promise<Me | null> {
  loading ??= api.me().then(
    (known) => (state.me = known),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/**
 * Returns the player; asks for a nickname where the server does not know this browser, below an introduction if there is one. `null`
 * where the player declines.
 */
export async function ensureMe(introduction: Snippet | null = null): Promise<Me | null> {
  const known = state.me ?? (await loadMe());
  if (known) return known;
  return new Promise((resolve) => {
    waiting?.give();
    waiting = { keep: resolve, give: () => resolve(null) };
    above = introduction;
    state.asked = true;
  });
}

/** Sends the nickname that was given: creates a person, or renames the current one. */
export async function nameMe(name: string): Promise<void> {
  state.me = state.me ? await api.rename(name) : await api.enter(name);
  loading = Promise.resolve(state.me);
  remember('name', name);
  state.asked = false;
  waiting?.keep(state.me);
  waiting = null;
}

/** Drops the cached answer, because the server has created the person since: the next call of `loadMe` asks again. */
export function askAnew(): void {
  loading = null;
}

/** Closes the question for the nickname without an answer. */
export function refuseName(): void {
  state.asked = false;
  waiting?.give();
  waiting = null;
}

/** Signs this browser in as the person of a device link. */
export async function becomeByLink(token: string): Promise<void> {
  state.me = await api.useDeviceLink(token);
  loading = Promise.resolve(state.me);
}

/** Signs this browser in with a recovery code. */
export async function comeBack(code: string): Promise<void> {
  state.me = await api.recover(code);
  loading = Promise.resolve(state.me);
  remember('name', state.me.name);
  state.asked = false;
  waiting?.keep(state.me);
  waiting = null;
}

/** Removes the person from the server, and the nickname from this browser. */
export async function forgetMe(name: string): Promise<void> {
  await api.forgetMe(name);
  state.me = null;
  loading = Promise.resolve(null);
  remember('name', null);
}

/** Returns a nickname to suggest: the last one of this browser, or a random one. */
export function suggestedName(): string {
  return recall('name') ?? houseName();
}

const FIRST = ['Dédé', 'Ginette', 'Momo', 'Josiane', 'Paulo', 'Zaza', 'Riton', 'Suzy', 'Marcel', 'Lulu', 'Nénesse', 'Gégé'];
const LAST = ['la Châtaigne', 'Bourre-Pif', 'le Teigneux', 'la Cogne', 'Gros-Bras', 'la Mandale', 'Tabouret', 'Cran d’Arrêt'];

/** Returns a random nickname of at most 24 characters. */
export function houseName(): string {
  const pick = (list: readonly string[]) => list[Math.floor(Math.random() * list.length)] ?? '';
  return `${pick(FIRST)} ${pick(LAST)}`.slice(0, 24);
}
