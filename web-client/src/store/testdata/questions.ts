/** Questions from games of bots with every answer, see `rules/tests/systems/proposals/questions.rs`: no two answers of one question read the same. */
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

/** The kept questions of a system. */
export function questionsOf<V, A, C>(ruleset: string): Kept<V, A, C>[] {
  const file = readFileSync(new URL(`questions/${ruleset}.json.gz`, import.meta.url));
  const { parts, questions } = JSON.parse(gunzipSync(file).toString()) as File<A, C>;
  return questions.map(({ view, ...more }) => ({ ...more, view: Object.fromEntries(Object.entries(view).map(([name, part]) => [name, parts[part]])) as V }));
}

/** Those of several things shown together that read like one before them, in words; each pair of words once. */
export function alike<T>(shown: readonly T[], text: (one: T) => string): string[] {
  const seen = new Map<string, T>();
  return shown.flatMap((one) => {
    const words = text(one);
    const before = seen.get(words);
    seen.set(words, one);
    return before === undefined ? [] : [`“${words}”: ${JSON.stringify(before)} and ${JSON.stringify(one)}`];
  });
}
