/** Questions from games of bots with all their answers, no two with the same text: see `rules/tests/systems/proposals/questions.rs`. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface Kept<V, A, C> {
  readonly seat: number;
  readonly view: V;
  readonly ask: A;
  readonly options: readonly C[];
}

interface File<A, C> {
  readonly parts: readonly unknown[];
  readonly questions: readonly { seat: number; view: Readonly<Record<string, number>>; ask: A; options: readonly C[] }[];
}

/** Returns the stored questions of a system. */
export function questionsOf<V, A, C>(ruleset: string): Kept<V, A, C>[] {
  const file = readFileSync(new URL(`questions/${ruleset}.json.gz`, import.meta.url));
  const { parts, questions } = JSON.parse(gunzipSync(file).toString()) as File<A, C>;
  return questions.map(({ view, ...more }) => ({ ...more, view: Object.fromEntries(Object.entries(view).map(([name, part]) => [name, parts[part]])) as V }));
}

/** Describes each of several things shown together whose text is that of an earlier one, together with that one. */
export function alike<T>(shown: readonly T[], text: (one: T) => string): string[] {
  const seen = new Map<string, T>();
  return shown.flatMap((one) => {
    const words = text(one);
    const before = seen.get(words);
    seen.set(words, one);
    return before === undefined ? [] : [`“${words}”: ${JSON.stringify(before)} and ${JSON.stringify(one)}`];
  });
}
