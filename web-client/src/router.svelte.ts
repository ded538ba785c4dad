/** A history router. Its paths are the public links of the game and must not change. */

import { invitationIn, placeIn, trimmed } from './links';

export type Route =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'invitation'; code: string }
  | { page: 'table'; code: string }
  | { page: 'replay'; game: string }
  | { page: 'strip'; game: string }
  | { page: 'books' }
  | { page: 'rules'; ruleset: string; id?: string }
  | { page: 'practise' }
  | { page: 'learn'; ruleset: string }
  | { page: 'campaigns' }
  | { page: 'campaign'; id: string }
  | { page: 'terrain'; id?: string }
  | { page: 'person' }
  | { page: 'verify' }
  | { page: 'link'; token: string }
  | { page: 'lost'; path: string };

/** Parses a path. What a messenger has appended to it is dropped: see `links.ts`. */
export function parse(path: string): Route {
  const parts = path
    .split('/')
    .map((part) => trimmed(decode(part)))
    .filter((part) => part !== '');
  const [head, one, two] = parts;
  if (head === undefined) return { page: 'home' };
  if (head === 'new' && parts.length === 1) return { page: 'new' };
  if (head === 'r' && one && parts.length === 2) return { page: 'invitation', code: one };
  if (head === 't' && one && parts.length === 2) return { page: 'table', code: one };
  if (head === 'replay' && one && parts.length === 2) return { page: 'replay', game: one };
  if (head === 'replay' && one && two === 'strip' && parts.length === 3) return { page: 'strip', game: one };
  if (head === 'rules' && parts.length <= 3) {
    if (one === undefined) return { page: 'books' };
    return two === undefined ? { page: 'rules', ruleset: one } : { page: 'rules', ruleset: one, id: two };
  }
  if ((head === 'exercices' || head === 'practise') && parts.length === 1) return { page: 'practise' };
  if ((head === 'apprendre' || head === 'learn') && one && parts.length === 2) return { page: 'learn', ruleset: one };
  if (head === 'campaigns' && parts.length === 1) return { page: 'campaigns' };
  if (head === 'c' && one && parts.length === 2) return { page: 'campaign', id: one };
  if (head === 'table' && parts.length <= 2) return one === undefined ? { page: 'terrain' } : { page: 'terrain', id: one };
  if ((head === 'moi' || head === 'me') && parts.length === 1) return { page: 'person' };
  if ((head === 'verifier' || head === 'verify') && parts.length === 1) return { page: 'verify' };
  if (head === 'link' && one && parts.length === 2) return { page: 'link', token: one };
  return { page: 'lost', path };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The links of the game. */
export const to = {
  home: '/',
  fresh: '/new',
  /** The invitation is in the fragment, which browsers do not send. */
  invitation: (code: string, invite?: string) => `/r/${encodeURIComponent(code)}${invite === undefined ? '' : `#${invite}`}`,
  table: (code: string) => `/t/${encodeURIComponent(code)}`,
  /** Lessons and puzzles. */
  practise: '/exercices',
  /** The guided first turn of a system. */
  learn: (ruleset: string) => `/apprendre/${encodeURIComponent(ruleset)}`,
  campaigns: '/campaigns',
  campaign: (id: string, invite?: string) => `/c/${encodeURIComponent(id)}${invite === undefined ? '' : `#${invite}`}`,
  replay: (game: string) => `/replay/${encodeURIComponent(game)}`,
  /** A moment of a replay. */
  moment: (game: string, at: string) => `/replay/${encodeURIComponent(game)}?at=${encodeURIComponent(at)}`,
  /** A replay as a comic strip. */
  strip: (game: string) => `/replay/${encodeURIComponent(game)}/strip`,
  /** Signs another browser in as the same person. */
  link: (token: string) => `/link/${encodeURIComponent(token)}`,
  /** The terrain editor, with or without a table of the shelf. */
  terrain: (id?: string) => (id === undefined ? '/table' : `/table/${encodeURIComponent(id)}`),
  /** The page of the player. */
  person: '/moi',
  /** The page that checks the file of a game. */
  verify: '/verifier',
  /** A rulebook, at a rule or at its start; the list of rulebooks where no system is given. */
  rules: (ruleset?: string | null, id?: string) => {
    const book = ruleset == null ? '/rules' : `/rules/${encodeURIComponent(ruleset)}`;
    return id === undefined ? book : `${book}/${encodeURIComponent(id)}`;
  },
} as const;

/** The parts of an address that the router uses. */
interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** Returns the address that a mangled link means: its name and its invitation are read, and the rest is dropped. */
export function straight({ pathname, search, hash }: Address): Address {
  const place = /^\/(r|t|c|link)\//i.test(pathname) ? placeIn(pathname + hash) : null;
  if (!place) return { pathname, search, hash };
  if (place.to === 'link') return { pathname: to.link(place.token), search, hash: '' };
  const path = place.to === 'c' ? to.campaign(place.name) : place.to === 't' ? to.table(place.name) : to.invitation(place.name);
  return { pathname: path, search, hash: place.invite === undefined ? '' : `#${place.invite}` };
}

const nowhere: Address = { pathname: '/', search: '', hash: '' };
const start = typeof location === 'undefined' ? nowhere : straight(location);
const place = $state({ path: start.pathname, query: start.search, hash: start.hash });

/** Returns the current route. */
export function route(): Route {
  return parse(place.path);
}

/** Returns the query of the address. */
export function query(): URLSearchParams {
  return new URLSearchParams(place.query);
}

/** Returns the invitation in the fragment of the address. */
export function invitation(): string | undefined {
  return invitationIn(place.hash);
}

/** Goes to a path of the game. `replace` replaces the current entry of the history. */
export function navigate(path: string, options: { replace?: boolean } = {}): void {
  const wanted = new URL(path, location.href);
  const { pathname, search, hash } = straight(wanted);
  const url = new URL(pathname + search + hash, location.href);
  if (options.replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  const moved = url.pathname !== place.path;
  place.path = url.pathname;
  place.query = url.search;
  place.hash = url.hash;
  if (moved && !options.replace) window.scrollTo(0, 0);
}

/** Follows the history and plain clicks on links of the game. Returns a function that stops it. */
export function startRouter(): () => void {
  const onPop = () => {
    const { pathname, search, hash } = straight(location);
    // A link within the page, such as the skip link, does not remove the invitation.
    const within = pathname === place.path && hash === '' && location.hash !== '';
    place.path = pathname;
    place.query = search;
    if (!within) place.hash = hash;
  };
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.search === location.search && link.hash !== '') return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  const meant = place.path + place.query + place.hash;
  if (meant !== location.pathname + location.search + location.hash && /^\/(r|t|c|link)\//.test(place.path)) history.replaceState(history.state, '', meant);
  window.addEventListener('popstate', onPop);
  document.addEventListener('click', onClick);
  return () => {
    window.removeEventListener('popstate', onPop);
    document.removeEventListener('click', onClick);
  };
}
