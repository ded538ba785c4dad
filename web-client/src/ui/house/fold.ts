/** The fold of a system that brings none: facts by name, and assignments to places of the view. */
import { factsOf } from '../../store/rows';
import type { Fold } from '../../store/timeline.svelte';
import type { Presented } from './presented.svelte';

/** A fact by name. */
export interface Fact {
  readonly t: string;
  readonly rule: string;
  readonly [field: string]: unknown;
}

/** What an event tells. */
export interface Notice {
  readonly facts: readonly Fact[];
  /** Places of the view, and what stands there from now on; `*` stands for each place of a list. */
  readonly set: readonly (readonly [path: string, value: unknown])[];
}

/** Stands where a row of a fact has its rule. */
const SET = '=';

/** A view with one place changed; what did not change is shared. */
export function put(thing: unknown, path: string, value: unknown): unknown {
  if (path === '') return value;
  const [name = '', ...rest] = path.split('.');
  const inner = (old: unknown) => put(old, rest.join('.'), value);
  if (Array.isArray(thing)) return thing.map((old: unknown, i) => (name === '*' || i === Number(name) ? inner(old) : old));
  const old = (typeof thing === 'object' && thing !== null ? thing : {}) as Record<string, unknown>;
  return { ...old, [name]: inner(old[name]) };
}

export function houseFold(house: Presented): Fold<unknown, Notice> {
  const { rules, rows, panels } = house.data;
  const telling = (notice: Notice) => notice.facts.map((fact) => panels.log[fact.t]).find((one) => one !== undefined);
  return {
    read: (raw) => {
      const list = raw as unknown[][];
      const facts = list.filter(([first]) => first !== SET);
      const set = list.flatMap(([first, path, value]): Notice['set'] => (first === SET ? [[String(path), value]] : []));
      return { facts: factsOf<Fact>({ RULES: rules, ROWS: rows }, facts), set };
    },
    fold: (view, notice) => notice.set.reduce((now: unknown, [path, value]) => put(now, path, value), view),
    split: (notice) => [notice],
    beat: (notice) => Math.max(0, ...notice.facts.map((fact) => panels.log[fact.t]?.beat ?? 0)),
    turn: (view) => house.turn(view),
    noise: (notice) => telling(notice)?.sound ?? null,
  };
}
