/** The acts that the server lists, sorted by their subjects. Contains no rule. */
import type { Act, Arm, Scope, Who } from '../../../protocol/energie';
import { tagged } from '../../../text/tagged';
import { endOf, type PageScene } from '../board/scene';
import type { Pick } from '../session.svelte';

/** The name of an act. */
export type Kind = string;

/** The subject of an act: what it is done to. */
export type Subject = { readonly is: 'who' | 'zone' | 'link' | 'item' | 'console' | 'vehicle'; readonly n: number } | { readonly is: 'self' };

export const SELF: Subject = { is: 'self' };

/** Returns the name and the parts of an act. */
export function partsOf(act: Act): { kind: Kind; body: Record<string, unknown> } {
  const { tag = '', body } = tagged(act) ?? {};
  return { kind: tag, body: (body ?? {}) as Record<string, unknown> };
}

export const kindOf = (act: Act): Kind => partsOf(act).kind;

/** Returns the links of an act that moves. */
export function pathOf(act: Act): readonly number[] {
  const { body } = partsOf(act);
  return Array.isArray(body.path) ? (body.path as number[]) : [];
}

function aimOf(at: unknown): Subject | null {
  if (typeof at === 'number') return { is: 'who', n: at };
  if (typeof at !== 'object' || at === null || Array.isArray(at)) return null;
  const [is, n] = Object.entries(at)[0] as [string, number];
  return is === 'who' || is === 'zone' || is === 'vehicle' ? { is, n } : null;
}

/** Returns the subject of an act: where it leads, else what it names, else the character itself. */
export function subjectOf(act: Act, scene: PageScene, from: number): Subject {
  const { kind, body } = partsOf(act);
  if (kind === 'move' || kind === 'drive') return { is: 'zone', n: endOf(scene, pathOf(act), from) };
  if (kind === 'rally') return { is: 'who', n: (body.at as Who[])[0] ?? 0 };
  const aimed = aimOf(body.at) ?? aimOf(body.who);
  if (aimed) return aimed;
  for (const is of ['item', 'console', 'vehicle'] as const) if (typeof body[is] === 'number') return { is, n: body[is] as number };
  if (kind === 'door') return { is: 'link', n: body.link as number };
  return SELF;
}

export const sameSubject = (a: Subject, b: Subject): boolean => a.is === b.is && ('n' in a ? 'n' in b && a.n === b.n : true);

/** Returns the subjects of a touch, the likeliest first. */
export function touched(pick: Pick, own: Who): Subject[] {
  const found: Subject[] = [];
  if (pick.who !== undefined && pick.who !== own) found.push({ is: 'who', n: pick.who });
  if (pick.who === own) found.push(SELF);
  if (pick.thing && pick.thing.is !== 'weapons') found.push({ is: pick.thing.is, n: pick.thing.n });
  if (pick.link !== undefined) found.push({ is: 'link', n: pick.link });
  if (pick.zone !== undefined) found.push({ is: 'zone', n: pick.zone });
  return found;
}

/** Acts that need nothing more, so that they are sent as soon as they are chosen. */
export const AT_ONCE: readonly Kind[] = ['prepare', 'defend', 'roll', 'total', 'stand', 'bodyguard', 'repair', 'drop', 'smother', 'alight', 'pass'];
/** Acts that need a confirmation. */
export const GRAVE: readonly Kind[] = ['surrender', 'surrender_side', 'pass'];
/** The order of the kinds: the six actions, then what a character has besides, then the rest. */
const RANKS: readonly Kind[] = [
  'attack',
  'charge',
  'fire',
  'wave',
  'move',
  'drive',
  'stand',
  'prepare',
  'defend',
  'roll',
  'total',
  'help',
  'hinder',
  'feint',
  'shield',
  'bodyguard',
  'rally',
  'first_aid',
  'repair',
  'care',
  'console',
  'door',
  'take',
  'put',
  'gather',
  'board',
  'alight',
  'clear',
  'load',
  'draw',
  'smother',
  'drop',
  'pass',
];
export const FREE: readonly Kind[] = ['draw', 'drop', 'take', 'put', 'pass'];

/** Returns the kinds of acts, each once, in the order of the rules. */
export function kindsOf(acts: readonly Act[]): Kind[] {
  const found = new Set(acts.map(kindOf));
  const rank = (kind: Kind) => RANKS.indexOf(kind) + 1 || RANKS.length + 1;
  return [...found].sort((a, b) => rank(a) - rank(b));
}

/** Returns help for a kind of test, which the server lists for any test; other acts stay as they are. */
export const withScope = (act: Act, scope: Scope): Act => {
  const { kind, body } = partsOf(act);
  return kind === 'help' ? ({ help: { ...body, scope } } as Act) : act;
};

/** Returns the shortest way that leaves, then the shortest `most` of the ways to the same panel. */
export function ways(acts: readonly Act[], most = 4): Act[] {
  const sorted = [...acts].sort((a, b) => pathOf(a).length - pathOf(b).length);
  const stays = sorted.filter((act) => partsOf(act).body.leave !== true);
  const leaves = sorted.filter((act) => partsOf(act).body.leave === true);
  return [...leaves.slice(0, 1), ...stays.slice(0, most)];
}

/** Returns the acts without those that differ only in which of the same weapons in the same state they use. */
function apart(acts: readonly Act[], arms: readonly Arm[]): Act[] {
  const seen = new Set<string>();
  const key = (act: Act) => {
    const { kind, body } = partsOf(act);
    return JSON.stringify(typeof body.arm === 'number' ? [kind, { ...body, arm: arms[body.arm] ?? body.arm }] : act);
  };
  return acts.filter((act) => seen.size < seen.add(key(act)).size);
}

/** Returns the acts that a character with these `arms` has for a subject: of the chosen kind, or of any while none is chosen. */
export function offersAt(acts: readonly Act[], kind: Kind | null, subject: Subject, scene: PageScene, from: number, arms: readonly Arm[] = []): Act[] {
  const found = apart(acts, arms).filter((act) => (kind === null || kindOf(act) === kind) && sameSubject(subjectOf(act, scene, from), subject));
  const moves = found.filter((act) => kindOf(act) === 'move');
  const rest = found.filter((act) => kindOf(act) !== 'move' && !(subject.is === 'self' && kind === null));
  return [...rest, ...ways(moves)];
}
