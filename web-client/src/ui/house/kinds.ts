/** A table of functions by kind of fact; kinds may be missing. */
export type ByKind<F extends { t: string }, Args extends unknown[], Made> = {
  readonly [Kind in F['t']]?: (fact: Extract<F, { t: Kind }>, ...args: Args) => Made;
};

/** Returns a function that applies such a table to a fact; it returns `undefined` for a kind that is missing. */
export const byKind =
  <F extends { t: string }, Args extends unknown[], Made>(table: ByKind<F, Args, Made>) =>
  (fact: F, ...args: Args): Made | undefined =>
    Object.hasOwn(table, fact.t) ? (table[fact.t as F['t']] as (fact: F, ...args: Args) => Made)(fact, ...args) : undefined;
