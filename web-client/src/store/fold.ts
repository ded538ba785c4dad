import type { FoldOp, FoldRead, FoldSeg, Panels, Presentation } from '../protocol';
import type { Noise } from '../sound/sounds';
import { phrase } from '../text/phrase';
import type { Fold } from './timeline.svelte';

/** A fact: its kind, the rule it follows from, and its values by name. */
export interface AnyFact {
  rule: string;
  t: string;
}

/** The notice of an event: its facts, then places of the view with their new values. */
export interface Notice<F = AnyFact> {
  facts: readonly F[];
  set: readonly (readonly [path: string, value: unknown])[];
}

/** The part of a presentation that the fold needs. */
export type Folding = Pick<Presentation, 'rules' | 'rows' | 'fold'> & { panels: Pick<Panels, 'turn' | 'log'> };

/** Functions of a system that replace what its data describe. */
export interface Telling<F> {
  /** Returns a notice of the first two formats, whose facts have been read. */
  old?(raw: Readonly<Record<string, unknown>>, facts: F[]): Notice<F>;
}

type Fact = Readonly<Record<string, unknown>>;
type Key = string | number;
type Container = Record<Key, unknown>;
/** The application of one fact to a view; `turns` are the indices of the loops around it. */
interface Run {
  draft: Draft;
  fact: Fact;
  turns: number[];
}
type Reader = (run: Run) => unknown;
type Doer = (run: Run) => void;
type Step = Key | ((run: Run) => Key);

/** Beat of a fact whose data give none, in milliseconds. */
const PLAIN_BEAT = 250;
/** First value of a row that sets a place, where the row of a fact has its rule. */
const SET = '=';

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const inside = (holder: unknown, key: Key): unknown => (isContainer(holder) ? holder[key] : undefined);
const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Returns whether two values are the same JSON. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
}

/** Compares two numbers, or two lists of numbers. */
function order(a: unknown, b: unknown): number {
  if (!Array.isArray(a) || !Array.isArray(b)) return Number(a) - Number(b);
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const way = order(a[i], b[i]);
    if (way !== 0) return way;
  }
  return a.length - b.length;
}

/** A copy-on-write view: what is written is copied first, once, and the rest is shared with the old view. */
class Draft {
  root: unknown;
  private readonly own = new Set<unknown>();

  constructor(root: unknown) {
    this.root = root;
  }

  get(path: readonly Key[]): unknown {
    return path.reduce(inside, this.root);
  }

  /** Sets the value at a place. Does nothing where the container or the index in a list does not exist. */
  set(path: readonly Key[], value: unknown): void {
    const last = path[path.length - 1];
    const holder = path.slice(0, -1).reduce(inside, this.root);
    if (last === undefined || !isContainer(holder) || holder[last] === value) return;
    if (Array.isArray(holder) && !(Number(last) < holder.length)) return;
    let place = (this.root = this.mine(this.root)) as Container;
    for (const key of path.slice(0, -1)) place = (place[key] = this.mine(place[key])) as Container;
    place[last] = value;
  }

  private mine(value: unknown): unknown {
    if (this.own.has(value)) return value;
    const copy: unknown = Array.isArray(value) ? value.slice() : { ...(value as Container) };
    this.own.add(copy);
    return copy;
  }
}

function step(seg: FoldSeg): Step {
  if (typeof seg === 'string') return seg;
  if ('is' in seg) return seg.is as number;
  const read = reader(seg);
  return (run) => read(run) as number;
}

/** Returns a path whose keys may depend on the fact and the view. */
function pathOf(segs: readonly FoldSeg[]): (run: Run) => Key[] {
  const steps = segs.map(step);
  return (run) => steps.map((one) => (typeof one === 'function' ? one(run) : one));
}

function reader(read: FoldRead): Reader {
  if ('is' in read) return () => read.is;
  if ('fact' in read) {
    const path = pathOf(read.fact);
    return (run) => path(run).reduce(inside, run.fact as unknown);
  }
  if ('view' in read) {
    const path = pathOf(read.view);
    return (run) => run.draft.get(path(run));
  }
  if ('turn' in read) return (run) => run.turns[read.turn];
  if ('rank' in read) {
    const [value, ranks] = [reader(read.rank[0]), read.rank[1]];
    return (run) => ranks[String(value(run))];
  }
  if ('with' in read) {
    const [base, fields] = [reader(read.with[0]), read.with[1].map(([name, value]) => [name, reader(value)] as const)];
    return (run) => ({ ...(base(run) as object), ...Object.fromEntries(fields.map(([name, value]) => [name, value(run)])) });
  }
  if ('list' in read) {
    const values = read.list.map(reader);
    return (run) => values.map((value) => value(run));
  }
  return judged(read);
}

/** Returns a reader that derives its value from one or two others. */
function judged(read: FoldRead): Reader {
  if ('last' in read) {
    const list = reader(read.last);
    return (run) => (list(run) as unknown[] | undefined)?.at(-1);
  }
  if ('some' in read) {
    const value = reader(read.some);
    return (run) => (value(run) ?? null) !== null;
  }
  if ('not' in read) {
    const value = reader(read.not);
    return (run) => !value(run);
  }
  const two = ([a, b]: readonly [FoldRead, FoldRead]) => [reader(a), reader(b)] as const;
  if ('both' in read) {
    const [a, b] = two(read.both);
    return (run) => Boolean(a(run)) && Boolean(b(run));
  }
  if ('either' in read) {
    const [a, b] = two(read.either);
    return (run) => Boolean(a(run)) || Boolean(b(run));
  }
  if ('same' in read) {
    const [a, b] = two(read.same);
    return (run) => same(a(run), b(run));
  }
  if ('has' in read) {
    const [list, value] = two(read.has);
    return (run) => {
      const wanted = value(run);
      return ((list(run) ?? []) as unknown[]).some((one) => same(one, wanted));
    };
  }
  throw new Error(`this client cannot read ${JSON.stringify(read)}`);
}

/** Returns an operation that replaces a list with a changed copy. */
function listed([segs, read]: readonly [FoldSeg[], FoldRead], change: (list: unknown[], value: unknown) => unknown[]): Doer {
  const [path, value] = [pathOf(segs), reader(read)];
  return (run) => {
    const place = path(run);
    const list = run.draft.get(place);
    if (Array.isArray(list)) run.draft.set(place, change(list, value(run)));
  };
}

function added(list: unknown[], value: unknown): unknown[] {
  const at = list.findIndex((one) => order(one, value) >= 0);
  if (at < 0) return [...list, value];
  return order(list[at], value) === 0 ? list : list.toSpliced(at, 0, value);
}

function doer(op: FoldOp): Doer {
  if ('set' in op) {
    const [path, value] = [pathOf(op.set[0]), reader(op.set[1])];
    return (run) => run.draft.set(path(run), value(run));
  }
  if ('push' in op) return listed(op.push, (list, value) => [...list, value]);
  if ('add' in op) return listed(op.add, added);
  if ('drop' in op) return listed(op.drop, (list, value) => list.filter((one) => order(one, value) !== 0));
  if ('put' in op) {
    const [path, at, value] = [pathOf(op.put[0]), reader(op.put[1]), reader(op.put[2])];
    return (run) => {
      const [place, n] = [path(run), at(run) as number];
      const list = run.draft.get(place);
      if (!Array.isArray(list)) return;
      run.draft.set(place, n < list.length ? list.with(n, value(run)) : [...list, value(run)]);
    };
  }
  if ('if' in op) {
    const [when, then, other] = [reader(op.if[0]), doers(op.if[1]), doers(op.if[2])];
    return (run) => (when(run) ? then(run) : other(run));
  }
  if ('each' in op) {
    const [path, beside, ops] = [pathOf(op.each[0]), op.each[1] && reader(op.each[1]), doers(op.each[2])];
    return (run) => {
      const here = lengthOf(run.draft.get(path(run)));
      const turns = beside ? Math.min(here, lengthOf(beside(run))) : here;
      for (let turn = 0; turn < turns; turn += 1) {
        run.turns.push(turn);
        ops(run);
        run.turns.pop();
      }
    };
  }
  throw new Error(`this client cannot do ${JSON.stringify(op)}`);
}

function doers(ops: readonly FoldOp[]): Doer {
  const all = ops.map(doer);
  return (run) => {
    for (const one of all) one(run);
  };
}

/** Parses a path of the data: names and numbers joined by dots. */
const keysOf = (path: string): Key[] => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** Sets a place, or each place of a list where the path has a star. */
function assign(draft: Draft, path: readonly Key[], value: unknown): void {
  const star = path.indexOf('*');
  if (star < 0) {
    draft.set(path, value);
    return;
  }
  const list = draft.get(path.slice(0, star));
  for (let n = 0; n < lengthOf(list); n += 1) assign(draft, path.with(star, n), value);
}

/** Returns the fact of a row, with its rule, its kind and its values by name. */
function named({ rules, rows }: Pick<Folding, 'rules' | 'rows'>, [rule, t, ...values]: readonly unknown[]): Fact & AnyFact {
  const [id, kind] = [String(rule), String(t)];
  const fact: Record<string, unknown> & AnyFact = {
    // An id without the prefix of the system is written in full after a star.
    rule: id.startsWith('*') ? id.slice(1) : `${rules}${id}`,
    t: kind,
  };
  (rows[kind] ?? []).forEach((name, at) => (fact[name] = values[at]));
  return fact;
}

/** Returns the fold of a system, from its presentation. It contains no rules. */
export function foldOf<V, F extends AnyFact>(system: Folding, own: Telling<F> = {}): Fold<V, Notice<F>> {
  const kinds = new Map<string, Doer>();
  const turn = keysOf(system.panels.turn);
  const { log } = system.panels;

  function tell(draft: Draft, fact: F): void {
    let does = kinds.get(fact.t);
    if (!does) kinds.set(fact.t, (does = doers(system.fold[fact.t] ?? [])));
    does({ draft, fact: fact as unknown as Fact, turns: [] });
  }
  const factOf = (row: unknown): F => (Array.isArray(row) ? named(system, row) : row) as F;
  const of = (form: string, fact: F) => phrase(form, fact, { player: String, lang: 'en' });
  function beatOf(fact: F): number {
    const how = log[fact.t];
    return how?.pace === undefined ? (how?.beat ?? PLAIN_BEAT) : Number(of(how.pace, fact));
  }
  function noiseOf(fact: F): Noise | null {
    const how = log[fact.t];
    return how?.sounds === undefined ? (how?.sound ?? null) : ((of(how.sounds, fact) || null) as Noise | null);
  }

  function readOld(raw: unknown): Notice<F> {
    const told = (Array.isArray(raw) ? { facts: raw } : raw) as Record<string, unknown>;
    const facts = ((told.facts ?? []) as unknown[]).map(factOf);
    return own.old?.(told, facts) ?? { facts, set: [] };
  }

  return {
    read(raw) {
      // Older versions sent notices as objects, and an entry that this browser has stored may still hold one.
      if (!Array.isArray(raw)) return readOld(raw);
      const rows = raw as readonly (readonly unknown[])[];
      const sets = rows.findIndex(([first]) => first === SET);
      const facts = sets < 0 ? rows : rows.slice(0, sets);
      const set = sets < 0 ? [] : rows.slice(sets).map(([, path, value]) => [String(path), value] as const);
      return { facts: facts.map(factOf), set };
    },
    readOld,
    fold(view, notice) {
      const draft = new Draft(view);
      for (const fact of notice.facts) tell(draft, fact);
      for (const [path, value] of notice.set) assign(draft, keysOf(path), value);
      return draft.root as V;
    },
    split({ facts, set }) {
      if (facts.length <= 1) return [{ facts, set }];
      return facts.map((fact, n) => ({ facts: [fact], set: n === facts.length - 1 ? set : [] }));
    },
    beat: (notice) => notice.facts.reduce((sum, fact) => sum + beatOf(fact), 0),
    turn: (view) => Number(turn.reduce(inside, view as unknown)),
    noise: (notice) => notice.facts.map(noiseOf).find((noise) => noise !== null) ?? null,
  };
}
