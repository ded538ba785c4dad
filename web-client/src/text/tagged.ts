/** Commands and questions as the server writes them: a name alone, or a name with what belongs to it. */

/** A name and what belongs to it; `null` where it stands alone. */
export interface Tagged {
  readonly tag: string;
  readonly body: unknown;
}

/** Names under which the tag may stand among the parts. */
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

/** Whether two things are written alike, whatever the order of their parts. */
export function sameThing(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [mine, theirs] = [Object.entries(one).filter(([, part]) => part !== undefined), Object.entries(other).filter(([, part]) => part !== undefined)];
  const parts = other as Record<string, unknown>;
  return Array.isArray(one) === Array.isArray(other) && mine.length === theirs.length && mine.every(([name, part]) => sameThing(part, parts[name]));
}
