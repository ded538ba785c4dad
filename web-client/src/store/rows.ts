/** Facts as they come over the wire: rows of their values, see "Rows" in `protocol/PROTOCOL.md`. */

/** What rows leave out: how ids of rules begin, and the names of the fields of each kind, in the order of a row. */
interface Names {
  readonly RULES: string;
  readonly ROWS: Readonly<Record<string, readonly string[]>>;
}

/** A fact with its rule, its kind and its values by name. */
function named({ RULES, ROWS }: Names, [rule, t, ...values]: readonly unknown[]): Record<string, unknown> {
  const names = ROWS[String(t)] ?? [];
  // A rule that is not the system's own stands whole behind a star.
  const id = String(rule);
  return { rule: id.startsWith('*') ? id.slice(1) : `${RULES}${id}`, t, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) };
}

/** Facts by name. Replays of the first format have them so already. */
export const factsOf = <F>(names: Names, list: readonly unknown[]): F[] =>
  list.map((fact) => (Array.isArray(fact) ? named(names, fact) : fact) as F);
