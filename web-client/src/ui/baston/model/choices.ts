/** Answers to decisions: their words, their pictures, and where they lie on the board. */
import type { Dir, Point } from '../../../protocol';
import type { Choice, ItemId, ItemKind, Part, Question, View, Who } from '../../../protocol/baston';

type ThrowOf<C> = C extends { throw: infer T } ? T : never;
export type Throw = ThrowOf<Choice>;

/** What a choice holds, by kind. */
export type Sort =
  | { readonly sort: 'word'; readonly word: Extract<Choice, string> }
  | { readonly sort: 'facing'; readonly dir: Dir }
  | { readonly sort: 'at'; readonly at: Point }
  | { readonly sort: 'leaf'; readonly door: number; readonly leaf: number }
  | { readonly sort: 'window' | 'door' | 'phone' | 'panel'; readonly n: number }
  | { readonly sort: 'item' | 'put_on' | 'take_off'; readonly item: ItemId }
  | { readonly sort: 'several'; readonly spared: readonly Who[] }
  | { readonly sort: 'part'; readonly part: Part }
  | { readonly sort: 'blow'; readonly item: ItemId | null; readonly part: Part }
  | { readonly sort: 'throw'; readonly how: Throw }
  | { readonly sort: 'victim'; readonly who: Who };

/** Reads a choice into something that can be told apart by one field. */
export function sortOf(choice: Choice): Sort {
  if (typeof choice === 'string') return { sort: 'word', word: choice };
  if ('facing' in choice) return { sort: 'facing', dir: choice.facing };
  if ('at' in choice) return { sort: 'at', at: choice.at };
  if ('leaf' in choice) return { sort: 'leaf', door: choice.leaf[0], leaf: choice.leaf[1] };
  if ('window' in choice) return { sort: 'window', n: choice.window };
  if ('door' in choice) return { sort: 'door', n: choice.door };
  if ('phone' in choice) return { sort: 'phone', n: choice.phone };
  if ('panel' in choice) return { sort: 'panel', n: choice.panel };
  if ('item' in choice) return { sort: 'item', item: choice.item };
  if ('several' in choice) return { sort: 'several', spared: choice.several };
  if ('blow' in choice) return { sort: 'blow', item: choice.blow.item ?? null, part: choice.blow.part };
  if ('part' in choice) return { sort: 'part', part: choice.part };
  if ('throw' in choice) return { sort: 'throw', how: choice.throw };
  if ('put_on' in choice) return { sort: 'put_on', item: choice.put_on };
  if ('take_off' in choice) return { sort: 'take_off', item: choice.take_off };
  return { sort: 'victim', who: choice.victim };
}

/** How a question is put on the screen. */
export type Shape = 'compass' | 'points' | 'parts' | 'throw' | 'buttons';

export function shapeOf(question: Question): Shape {
  const sorts = new Set(question.options.map((choice) => sortOf(choice).sort));
  if (sorts.has('facing')) return 'compass';
  if (sorts.has('at')) return 'points';
  if (sorts.has('part') || sorts.has('blow')) return 'parts';
  return sorts.has('throw') ? 'throw' : 'buttons';
}

/** The edge point of an opening that can be tapped, on the actor's own side where there is one. */
function edgeOf(edge: readonly [number, number, string]): Point {
  return [edge[0], edge[1]];
}

/** Where a choice lies on the board; `null` when it lies nowhere. */
export function spotOf(choice: Choice, view: View): Point | null {
  const it = sortOf(choice);
  switch (it.sort) {
    case 'at':
      return it.at;
    case 'throw':
      return it.how.to;
    case 'leaf': {
      const leaf = view.board.doors[it.door]?.leaves[it.leaf];
      return leaf ? edgeOf(leaf.edge) : null;
    }
    case 'door': {
      const leaf = view.board.doors[it.n]?.leaves[0];
      return leaf ? edgeOf(leaf.edge) : null;
    }
    case 'window':
      return view.board.windows[it.n]?.inside ?? null;
    case 'phone':
      return view.board.phones[it.n]?.point ?? null;
    case 'panel': {
      const panel = view.board.booths.flatMap((booth) => booth.panels)[it.n];
      return panel ? edgeOf(panel.edge) : null;
    }
    case 'item': {
      const place = view.items[it.item]?.place;
      return typeof place === 'object' && 'at' in place ? place.at[0] : null;
    }
    case 'victim':
      return view.fighters[it.who]?.now.at ?? null;
    default:
      return null;
  }
}

/** The object a choice is about. */
export function itemOf(choice: Choice, view: View): ItemKind | null {
  const it = sortOf(choice);
  if (it.sort === 'item' || it.sort === 'put_on' || it.sort === 'take_off') return view.items[it.item]?.kind ?? null;
  return it.sort === 'throw' ? (view.items[it.how.item]?.kind ?? null) : null;
}

/** The weapons of a question that asks for a place as well, the bare fist as `null`; none of any other. */
export const armsOf = (question: Question): (ItemId | null)[] => [
  ...new Set(
    question.options.flatMap((choice) => {
      const it = sortOf(choice);
      return it.sort === 'blow' ? [it.item] : [];
    }),
  ),
];

/** The throws on offer, by object, then by mode. */
export interface ThrowMenu {
  readonly item: ItemId;
  readonly modes: readonly { readonly aggressive: boolean; readonly to: readonly Point[] }[];
}

export function throwsOf(question: Question): ThrowMenu[] {
  const menu = new Map<ItemId, Map<boolean, Point[]>>();
  for (const choice of question.options) {
    const it = sortOf(choice);
    if (it.sort !== 'throw') continue;
    const modes = menu.get(it.how.item) ?? new Map<boolean, Point[]>();
    modes.set(it.how.aggressive, [...(modes.get(it.how.aggressive) ?? []), it.how.to]);
    menu.set(it.how.item, modes);
  }
  return [...menu].map(([item, modes]) => ({
    item,
    modes: [...modes].sort(([a], [b]) => Number(b) - Number(a)).map(([aggressive, to]) => ({ aggressive, to })),
  }));
}

/** What tells answers apart: of two objects of the same kind in the same place one is as good as the other. */
function keyOf(choice: Choice, view: View): string {
  const thing = (item: ItemId | null) => (item === null ? null : (view.items[item] ?? item));
  const it = sortOf(choice);
  if (it.sort === 'item' || it.sort === 'put_on' || it.sort === 'take_off') return JSON.stringify([it.sort, thing(it.item)]);
  if (it.sort === 'blow') return JSON.stringify([thing(it.item), it.part]);
  return JSON.stringify(it.sort === 'throw' ? { ...it.how, item: thing(it.how.item) } : choice);
}

/** A question without answers that differ in nothing but which of the same objects it is; the default and the proposed one stay. */
export function folded(question: Question, view: View, proposed: Choice | null = null): Question {
  const { options, odds } = question;
  const first = new Map<string, number>();
  const wanted = proposed === null ? [] : [options.findIndex((one) => sameChoice(one, proposed))].filter((n) => n >= 0);
  for (const n of [question.default, ...wanted, ...options.keys()]) {
    const choice = options[n];
    if (choice === undefined) continue;
    const key = keyOf(choice, view);
    if (!first.has(key)) first.set(key, n);
  }
  if (first.size === options.length) return question;
  const kept = [...first.values()].sort((a, b) => a - b);
  return {
    ...question,
    options: kept.flatMap((n) => options[n] ?? []),
    default: Math.max(0, kept.indexOf(question.default)),
    ...(odds ? { odds: kept.map((n) => odds[n] ?? null) } : {}),
  };
}

/** The choice that counts when the time runs out. */
export const defaultOf = (question: Question): Choice => question.options[question.default] ?? question.options[0] ?? 'no';

export const sameChoice = (a: Choice, b: Choice): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The straight line of points from one to another, both excluded from nothing but the start. */
export function flight(from: Point, to: Point): Point[] {
  const dr = Math.sign(to[0] - from[0]);
  const dc = Math.sign(to[1] - from[1]);
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  return Array.from({ length: steps }, (_, i) => [from[0] + dr * (i + 1), from[1] + dc * (i + 1)] as Point);
}
