import type {
  Appraisal,
  Campaign,
  CampaignCard,
  ChosenExercise,
  Device,
  DeviceLink,
  ExerciseInfo,
  Export,
  HookSecret,
  Invitation,
  Me,
  MyGame,
  NewCampaign,
  NewCampaignGame,
  NewWork,
  Opened,
  PlayedGame,
  Presentation,
  PublicKey,
  PushTo,
  QuickFight,
  Reach,
  Recovery,
  RecoveryCode,
  Refusal,
  Replay,
  Rhythm,
  RoomCard,
  RulesetInfo,
  Settings,
  Unfinished,
  Words,
  Work,
  WorkCard,
} from '../protocol';
import { lang } from '../i18n/index.svelte';
import { ME, shownAt, takeAnswer } from './early';

/** A refusal of the server, or a request without a valid answer. */
export class ApiError extends Error {
  /** HTTP status; 0 where no answer arrived. */
  readonly status: number;
  readonly refusal: Refusal | null;

  constructor(status: number, refusal: Refusal | null) {
    super(refusal?.words ?? `HTTP ${status}`);
    this.status = status;
    this.refusal = refusal;
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    const request: RequestInit = { method, headers: { 'accept-language': lang() }, credentials: 'same-origin' };
    if (body !== undefined) {
      request.body = JSON.stringify(body);
      request.headers = { ...request.headers, 'content-type': 'application/json' };
    }
    response = await ((method === 'GET' ? takeAnswer(path) : null) ?? fetch(path, request));
  } catch {
    throw new ApiError(0, null);
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new ApiError(response.status, null);
  }
  if (!response.ok) throw new ApiError(response.status, isRefusal(data) ? data : null);
  return data as T;
}

function isRefusal(data: unknown): data is Refusal {
  return typeof data === 'object' && data !== null && 'code' in data && 'words' in data;
}

const part = encodeURIComponent;

export const api = {
  me: () => call<Me | null>('GET', ME),
  enter: (name: string) => call<Me>('POST', ME, { name }),
  rename: (name: string) => call<Me>('PATCH', ME, { name }),
  /** Removes the person, who types the nickname again to confirm. */
  forgetMe: (name: string) => call<void>('POST', '/api/me/forget', { name }),
  announcement: () => call<Words | null>('GET', '/api/announcement'),
  deviceLink: () => call<DeviceLink>('POST', '/api/me/links'),
  useDeviceLink: (token: string) => call<Me>('POST', '/api/links', { token }),
  devices: () => call<Device[]>('GET', '/api/me/devices'),
  dropDevice: (id: string) => call<void>('DELETE', `/api/me/devices/${part(id)}`),
  /** Fetches how the player is notified of turns. */
  reach: () => call<Reach>('GET', '/api/me/reach'),
  setRhythm: (rhythm: Rhythm) => call<void>('PUT', '/api/me/reach', rhythm),
  setPush: (to: PushTo) => call<void>('PUT', '/api/me/reach/push', to),
  dropPush: () => call<void>('DELETE', '/api/me/reach/push'),
  setMail: (address: string) => call<void>('PUT', '/api/me/reach/mail', { address }),
  confirmMail: (code: string) => call<void>('POST', '/api/me/reach/mail', { code }),
  dropMail: () => call<void>('DELETE', '/api/me/reach/mail'),
  setHook: (url: string) => call<HookSecret>('PUT', '/api/me/reach/hook', { url }),
  dropHook: () => call<void>('DELETE', '/api/me/reach/hook'),
  /** Returns whether this page may notify of a move: once, and not where another channel has. */
  remindHere: (game: string, seat: number) => call<boolean>('POST', '/api/me/reach/page', { game, seat }),
  recovery: () => call<Recovery>('GET', '/api/me/recovery'),
  makeRecovery: () => call<RecoveryCode>('POST', '/api/me/recovery'),
  dropRecovery: () => call<void>('DELETE', '/api/me/recovery'),
  recover: (code: string) => call<Me>('POST', '/api/recover', { code }),
  myGames: () => call<MyGame[]>('GET', '/api/me/games'),
  played: () => call<PlayedGame[]>('GET', '/api/me/played'),
  deleteRoom: (room: string) => call<void>('DELETE', `/api/rooms/${part(room)}`),
  dropOtherDevices: () => call<void>('DELETE', '/api/me/devices'),
  rulesets: () => call<RulesetInfo[]>('GET', '/api/rulesets'),
  /** Fetches what a ruleset shows before a game; each ruleset has a shape of its own. */
  catalogue: (ruleset: string) => call<unknown>('GET', `/api/rulesets/${part(ruleset)}`),
  presentation: (ruleset: string) => call<Presentation>('GET', shownAt(ruleset)),
  /** Returns the numbers of an unfinished band, and everything that is wrong with it. */
  appraise: (ruleset: string, unfinished: Unfinished) => call<Appraisal>('POST', `/api/rulesets/${part(ruleset)}/appraise`, unfinished),
  rooms: () => call<RoomCard[]>('GET', '/api/rooms'),
  /** Fetches who invites to a room, and what is played there. The invitation is in the body, so that no address contains it. */
  door: (room: string, invite?: string) => call<Invitation>('POST', `/api/rooms/${part(room)}/door`, invite === undefined ? {} : { invite }),
  /** Opens a room for a quick fight against a bot. */
  fight: (wanted: QuickFight) => call<Opened>('POST', '/api/fights', wanted),
  /** Fetches the lessons and puzzles of every system. */
  exercises: () => call<ExerciseInfo[]>('GET', '/api/exercises'),
  /** Opens a room for a lesson or a puzzle. */
  practise: (wanted: ChosenExercise) => call<Opened>('POST', '/api/exercises', wanted),
  open: (settings: Settings) => call<Opened>('POST', '/api/rooms', settings),
  replay: (game: string) => call<Replay>('GET', `/api/games/${part(game)}/replay`),
  export: (game: string) => call<Export>('GET', `/api/games/${part(game)}/export`),
  key: () => call<PublicKey>('GET', '/api/key'),
  exportPath: (game: string) => `/api/games/${part(game)}/export`,
  campaigns: () => call<CampaignCard[]>('GET', '/api/campaigns'),
  openCampaign: (chosen: NewCampaign) => call<Opened>('POST', '/api/campaigns', chosen),
  campaign: (id: string) => call<Campaign>('GET', `/api/campaigns/${part(id)}`),
  joinCampaign: (id: string, invite: string) => call<Campaign>('POST', `/api/campaigns/${part(id)}/join`, { invite }),
  bringToCampaign: (id: string, band: unknown) => call<Campaign>('PUT', `/api/campaigns/${part(id)}/band`, { band }),
  openCampaignGame: (id: string, chosen: NewCampaignGame) => call<Opened>('POST', `/api/campaigns/${part(id)}/games`, chosen),
  voidCampaignGame: (id: string, game: string) => call<Campaign>('POST', `/api/campaigns/${part(id)}/games/${part(game)}/void`),
  leaveCampaign: (id: string, guest: string) => call<void>('DELETE', `/api/campaigns/${part(id)}/members/${part(guest)}`),
  closeCampaign: (id: string) => call<Campaign>('POST', `/api/campaigns/${part(id)}/close`),
  renewCampaign: (id: string) => call<Opened>('POST', `/api/campaigns/${part(id)}/invite`),
  campaignExportPath: (id: string) => `/api/campaigns/${part(id)}/export`,
  shelf: () => call<WorkCard[]>('GET', '/api/shelf'),
  work: (id: string) => call<Work>('GET', `/api/shelf/${part(id)}`),
  addWork: (work: NewWork) => call<Work>('POST', '/api/shelf', work),
  writeWork: (id: string, work: NewWork) => call<Work>('PUT', `/api/shelf/${part(id)}`, work),
  dropWork: (id: string) => call<void>('DELETE', `/api/shelf/${part(id)}`),
};
