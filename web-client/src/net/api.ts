import type { DeviceLink, Me, Opened, Refusal, Replay, RoomCard, RulesetInfo, Settings } from '../protocol';
import { lang } from '../i18n/index.svelte';

/** A refusal of the server, or the news that it cannot be reached. */
export class ApiError extends Error {
  /** HTTP status; 0 when nothing came back. */
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
    response = await fetch(path, request);
  } catch {
    throw new ApiError(0, null);
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  let data: unknown = null;
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

export const api = {
  me: () => call<Me | null>('GET', '/api/me'),
  enter: (name: string) => call<Me>('POST', '/api/me', { name }),
  rename: (name: string) => call<Me>('PATCH', '/api/me', { name }),
  deviceLink: () => call<DeviceLink>('POST', '/api/me/links'),
  useDeviceLink: (token: string) => call<Me>('POST', '/api/links', { token }),
  rulesets: () => call<RulesetInfo[]>('GET', '/api/rulesets'),
  rooms: () => call<RoomCard[]>('GET', '/api/rooms'),
  myRooms: () => call<RoomCard[]>('GET', '/api/me/rooms'),
  open: (settings: Settings) => call<Opened>('POST', '/api/rooms', settings),
  replay: (game: string) => call<Replay>('GET', `/api/games/${encodeURIComponent(game)}/replay`),
  exportPath: (game: string) => `/api/games/${encodeURIComponent(game)}/export`,
};
