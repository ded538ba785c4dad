/** A table of what is made of each kind of fact; nothing of a kind that does not stand in it. */
export type ByKind<F extends { t: string }, Args extends unknown[], Made> = {
  readonly [Kind in F['t']]?: (fact: Extract<F, { t: Kind }>, ...args: Args) => Made;
};

/** Reads such a table. */
export const byKind =
  <F extends { t: string }, Args extends unknown[], Made>(table: ByKind<F, Args, Made>) =>
  (fact: F, ...args: Args): Made | undefined =>
    Object.hasOwn(table, fact.t) ? (table[fact.t as F['t']] as (fact: F, ...args: Args) => Made)(fact, ...args) : undefined;
