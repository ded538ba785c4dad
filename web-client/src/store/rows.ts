/** Facts as they come over the wire: rows of their values, see "Rows" in `protocol/PROTOCOL.md`. */

/** The names of the fields of each kind, in the order of a row. */
type Kinds = Readonly<Record<string, readonly string[]>>;

/** A fact with its rule, its kind and its values by name. */
function named(kinds: Kinds, [rule, t, ...values]: readonly unknown[]): Record<string, unknown> {
  const names = kinds[String(t)] ?? [];
  return { rule, t, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) };
}

/** Facts by name. Replays of the first format have them so already. */
export const factsOf = <F>(kinds: Kinds, list: readonly unknown[]): F[] =>
  list.map((fact) => (Array.isArray(fact) ? named(kinds, fact) : fact) as F);
