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

/** Preferences of the moment; assigning remembers them. */
export const prefs = {
  get speed() {
    return state.speed;
  },
  set speed(speed: Speed) {
    state.speed = speed;
    keep();
  },
  get sound() {
    return state.sound;
  },
  set sound(sound: boolean) {
    state.sound = sound;
    keep();
  },
  get bell() {
    return state.bell;
  },
  set bell(bell: boolean) {
    state.bell = bell;
    keep();
  },
  get notify() {
    return state.notify;
  },
  set notify(notify: boolean) {
    state.notify = notify;
    keep();
  },
  get motion() {
    return state.motion;
  },
  set motion(motion: Prefs['motion']) {
    state.motion = motion;
    keep();
    applyMotion();
  },
  /** Whether things should change plainly instead of moving. */
  get still(): boolean {
    return state.motion === 'none' || systemStill();
  },
};

function keep(): void {
  remember('prefs', JSON.stringify(state));
}

function systemStill(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Tells the style sheet. */
export function applyMotion(): void {
  if (typeof document !== 'undefined') document.documentElement.dataset.motion = state.motion;
}
