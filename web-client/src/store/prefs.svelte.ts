import { recallJson, remember } from './local';
import { SPEEDS, type Speed } from './speeds';

/** The preferences of a player on this device. */
interface Prefs {
  /** Speed of resolutions. */
  speed: Speed;
  /** Short sounds; off by default. */
  sound: boolean;
  /** A bell when it is the player's turn; off by default. */
  bell: boolean;
  /** Notifications from an open page that is hidden; off by default. */
  notify: boolean;
  /** `none` disables animations; `system` follows the setting of the operating system. */
  motion: 'system' | 'none';
}

const DEFAULTS: Prefs = { speed: 1, sound: false, bell: false, notify: false, motion: 'system' };

function read(): Prefs {
  const kept = recallJson<Partial<Prefs>>('prefs') ?? {};
  return {
    speed: SPEEDS.find((speed) => speed === kept.speed) ?? DEFAULTS.speed,
    sound: kept.sound === true,
    bell: kept.bell === true,
    notify: kept.notify === true,
    motion: kept.motion === 'none' ? 'none' : 'system',
  };
}

const state = $state<Prefs>(read());

/** The current preferences; an assignment is stored. `still`: whether changes are shown without motion. */
export const prefs = new Proxy(state as Prefs & { readonly still: boolean }, {
  get: (_, name) => (name === 'still' ? state.motion === 'none' || systemStill() : state[name as keyof Prefs]),
  set(_, name, value: never) {
    state[name as keyof Prefs] = value;
    remember('prefs', JSON.stringify(state));
    if (name === 'motion') applyMotion();
    return true;
  },
});

function systemStill(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Sets the preference for motion on the document, for the style sheet. */
export function applyMotion(): void {
  if (typeof document !== 'undefined') document.documentElement.dataset.motion = state.motion;
}
