/** What may be written for a character, with everything in its place that the wire leaves out. */
import type { Form as Sent, RestAfter } from '../../../protocol/baston';

/** A first-round order that may be written. */
export interface Head {
  readonly code: string;
  /** Parameters to choose from: directions or steps. */
  readonly params: readonly number[];
  /** Whether `G` or `D` may follow. */
  readonly pivot: boolean;
  /** Second-round codes that may follow. */
  readonly then: readonly string[];
  readonly rest_after: RestAfter;
}

export interface Form extends Omit<Sent, 'heads' | 'thens'> {
  readonly heads: readonly Head[];
}

/** A form as it came. */
export function readForm({ heads, thens, ...form }: Sent): Form {
  return { ...form, heads: heads.map(({ then, ...head }) => ({ params: [], pivot: false, rest_after: 'none', ...head, then: thens[then] ?? [] })) };
}
