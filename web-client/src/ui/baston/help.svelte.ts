/** The rulebook and the order hints in the language of the moment, fetched when first asked for. */
import { lang, type Lang } from '../../i18n/index.svelte';
import { help, rulebook, type Help, type Rulebook } from '../../rulebook';

const books = $state<{ help: Partial<Record<Lang, Help>>; book: Partial<Record<Lang, Rulebook>> }>({ help: {}, book: {} });
const asked = new Set<string>();

function fetchOnce<T>(name: string, from: () => Promise<T>, to: (value: T) => void): void {
  if (asked.has(name)) return;
  asked.add(name);
  from().then(to, () => asked.delete(name));
}

/** A line that says what an order does; empty until it has arrived. */
export function hint(code: string): string {
  const of = lang();
  fetchOnce(`help.${of}`, () => help(of), (value) => {
    books.help[of] = value;
  });
  return books.help[of]?.orders[code] ?? '';
}

/** The rulebook, or `undefined` until it has arrived. */
export function book(): Rulebook | undefined {
  const of = lang();
  fetchOnce(`book.${of}`, () => rulebook(of), (value) => {
    books.book[of] = value;
  });
  return books.book[of];
}
