/** Commands and questions as the server writes them: a tag alone, or a tag with a body. */

/** A tag and its body; `null` where the tag is alone. */
export interface Tagged {
  readonly tag: string;
  readonly body: unknown;
}

/** Fields of an object that may hold the tag. */
const TAGS = ['t', 'do', 'ask', 'kind'] as const;

/** Reads `"pass"`, `{ "bid": 3 }` or `{ "do": "bid", … }`; `null` for anything else. */
export function tagged(thing: unknown): Tagged | null {
  if (typeof thing === 'string') return { tag: thing, body: null };
  if (typeof thing !== 'object' || thing === null || Array.isArray(thing)) return null;
  const parts = thing as Record<string, unknown>;
  for (const name of TAGS) {
    const tag = parts[name];
    if (typeof tag === 'string') return { tag, body: thing };
  }
  const [only, ...more] = Object.entries(parts);
  return only && more.length === 0 ? { tag: only[0], body: only[1] } : null;
}

/** Returns whether two values are the same JSON, in any order of their fields. */
export function sameThing(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [mine, theirs] = [Object.entries(one).filter(([, part]) => part !== undefined), Object.entries(other).filter(([, part]) => part !== undefined)];
  const parts = other as Record<string, unknown>;
  return Array.isArray(one) === Array.isArray(other) && mine.length === theirs.length && mine.every(([name, part]) => sameThing(part, parts[name]));
}
