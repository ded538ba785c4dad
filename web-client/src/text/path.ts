/** Paths into data of the server: names and numbers joined by dots; the empty path is the value itself. */

/** An element of a list, with its index. */
export interface Place {
  readonly index: number;
  readonly it: unknown;
}

/** Returns the value at a path; `undefined` where there is none. `-1` is the last element of a list. */
export function at(thing: unknown, path: string): unknown {
  if (path === '') return thing;
  let here = thing;
  for (const part of path.split('.')) {
    const name = part === '-1' && Array.isArray(here) ? String(here.length - 1) : part;
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

/** Returns the elements of the lists at a path, in which `*` is each element of a list; a list at its end is expanded as well. */
export function places(thing: unknown, path: string): Place[] {
  const parts = path === '' ? [] : path.split('.');
  let found: Place[] = [{ index: 0, it: thing }];
  for (const part of parts) {
    found = found.flatMap(({ index, it }) => (part === '*' ? each(it) : [{ index, it: at(it, part) }]));
  }
  return parts.at(-1) === '*' ? found : found.flatMap(({ it }) => each(it));
}

/** Returns the values at a path in which `*` is each element of a list, in order. */
export function all(thing: unknown, path: string): unknown[] {
  const step = (found: unknown[], part: string) => found.flatMap((it): unknown[] => (part !== '*' ? [at(it, part)] : Array.isArray(it) ? it : []));
  return path.split('.').reduce(step, [thing]);
}

const each = (list: unknown): Place[] => (Array.isArray(list) ? list.map((it: unknown, index) => ({ index, it })) : []);

/** Returns the pair of numbers at a path; `null` where there is none. */
export function pair(thing: unknown, path: string): readonly [number, number] | null {
  const found = at(thing, path);
  if (!Array.isArray(found)) return null;
  const [x, y] = found as unknown[];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : null;
}
