import { recallJson, remember } from './local';
import { SPEEDS, type Speed } from './speeds';

/** What a player prefers on this device. */
interface Prefs {
  /** Speed of resolutions. */
  speed: Speed;
  /** Short sounds; off at first. */
  sound: boolean;
  /** A bell when it is one's turn; off at first. */
  bell: boolean;
  /** Notifications of an open page that is not looked at; off at first. */
  notify: boolean;
  /** `none` cuts animations whatever the system says; `system` follows it. */
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

/** Preferences of the moment; assigning remembers them. `still`: whether things should change plainly instead of moving. */
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

/** Tells the style sheet. */
export function applyMotion(): void {
  if (typeof document !== 'undefined') document.documentElement.dataset.motion = state.motion;
}
