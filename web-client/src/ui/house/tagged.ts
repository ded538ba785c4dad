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

export const sameThing = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
