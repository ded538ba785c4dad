import type { Snippet } from 'svelte';
import { api } from '../net/api';
import type { Me } from '../protocol';
import { recall, remember } from './local';

const state = $state<{ me: Me | null; asked: boolean }>({ me: null, asked: false });
/** What stands above the question, such as who invites. */
let above = $state.raw<Snippet | null>(null);
let loading: Promise<Me | null> | null = null;
let waiting: { keep: (me: Me) => void; give: () => void } | null = null;

/** Who we are, if the server knows us. */
export function me(): Me | null {
  return state.me;
}

/** Whether the nickname is being asked for. */
export function askingName(): boolean {
  return state.asked;
}

/** What stands above the question for the nickname; nothing where it needs no introduction. */
export function aboveName(): Snippet | null {
  return above;
}

/** Asks the server once who we are. */
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
 * Who we are; asks for a nickname when nobody knows us yet, under an introduction if there is one. `null` when the player would rather
 * not.
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

/** Takes the nickname given: a new person, or a new name. */
export async function nameMe(name: string): Promise<void> {
  state.me = state.me ? await api.rename(name) : await api.enter(name);
  loading = Promise.resolve(state.me);
  remember('name', name);
  state.asked = false;
  waiting?.keep(state.me);
  waiting = null;
}

/** The server has come to know us meanwhile: whoever asks next is told. */
export function askAnew(): void {
  loading = null;
}

/** The player closed the question. */
export function refuseName(): void {
  state.asked = false;
  waiting?.give();
  waiting = null;
}

/** Becomes the person a device link belongs to. */
export async function becomeByLink(token: string): Promise<void> {
  state.me = await api.useDeviceLink(token);
  loading = Promise.resolve(state.me);
}

/** Comes back with a recovery code. */
export async function comeBack(code: string): Promise<void> {
  state.me = await api.recover(code);
  loading = Promise.resolve(state.me);
  remember('name', state.me.name);
  state.asked = false;
  waiting?.keep(state.me);
  waiting = null;
}

/** The server forgets us, and so does this browser. */
export async function forgetMe(name: string): Promise<void> {
  await api.forgetMe(name);
  state.me = null;
  loading = Promise.resolve(null);
  remember('name', null);
}

/** A nickname to start from: the last one, or one of the house. */
export function suggestedName(): string {
  return recall('name') ?? houseName();
}

const FIRST = ['Dédé', 'Ginette', 'Momo', 'Josiane', 'Paulo', 'Zaza', 'Riton', 'Suzy', 'Marcel', 'Lulu', 'Nénesse', 'Gégé'];
const LAST = ['la Châtaigne', 'Bourre-Pif', 'le Teigneux', 'la Cogne', 'Gros-Bras', 'la Mandale', 'Tabouret', 'Cran d’Arrêt'];

/** A nickname as one hears them at the bar. */
export function houseName(): string {
  const pick = (list: readonly string[]) => list[Math.floor(Math.random() * list.length)] ?? '';
  return `${pick(FIRST)} ${pick(LAST)}`.slice(0, 24);
}
