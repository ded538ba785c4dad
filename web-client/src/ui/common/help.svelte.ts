/** Rulebooks and hints in the current language, fetched when they are first read, and cached. */
import { lang, type Lang } from '../../i18n/index.svelte';
import { help, rulebook, told, type Help, type Rulebook, type Told } from '../../rulebook';

const kept = $state<{ help: Record<string, Help>; book: Record<string, Rulebook> }>({ help: {}, book: {} });
const asked = new Set<string>();

function fetchOnce<T>(name: string, from: () => Promise<T>, to: (value: T) => void): void {
  if (asked.has(name)) return;
  asked.add(name);
  from().then(to, () => asked.delete(name));
}

/** The hints and the rulebook of a system. */
export interface Reading {
  /** Returns a line that says what an order or an action does; empty until it is loaded. */
  hint: (code: string) => string;
  /** Returns the rulebook; `undefined` until it is loaded. */
  book: () => Rulebook | undefined;
}

/** Returns the hints and the rulebook of a system. */
export function reading(ruleset: Told): Reading {
  return {
    hint: (code) => {
      const of: Lang = lang();
      const name = `${ruleset}.help.${of}`;
      fetchOnce(
        name,
        () => help(ruleset, of),
        (value) => {
          kept.help[name] = value;
        },
      );
      return kept.help[name]?.orders[code] ?? '';
    },
    book: () => {
      const of: Lang = lang();
      const name = `${ruleset}.${of}`;
      fetchOnce(
        name,
        () => rulebook(ruleset, of),
        (value) => {
          kept.book[name] = value;
        },
      );
      return kept.book[name];
    },
  };
}

/** Returns the hints and the rulebook of any system; `undefined` where the client has no book of it. */
export const readingOf = (ruleset: string): Reading | undefined => {
  const known = told.find((one) => one === ruleset);
  return known === undefined ? undefined : reading(known);
};
