import type { Lang } from '../protocol';

/**
 * The rulebook of a system as players read it. Texts are plain but for `**bold**` and line breaks. Keys are the same
 * in both languages: rule ids (`BAS-…`, `GEN-…`, `R-…`), orders and actions (`M`, `PRE/LAN`, `shoot`), ids of decisions
 * and scenarios, and the names that the server gives to items and house options. A list a system has no use for is empty.
 */
export interface Rulebook {
  chapters: Chapter[];
  /** The rules of all chapters. */
  rules: Record<string, RuleText>;
  orders: Record<string, OrderText>;
  decisions: Record<string, DecisionText>;
  scenarios: Record<string, ScenarioText>;
  equipment: Record<string, NamedText>;
  options: Record<string, NamedText>;
  glossary: Record<string, TermText>;
  quickstart: PanelText[];
}

/** Part of the book, with its rules in reading order. */
export interface Chapter {
  id: string;
  title: string;
  intro: string;
  rules: Record<string, RuleText>;
}

/** One rule; `example` shows it at work, `see` names related rules. */
export interface RuleText {
  title: string;
  text: string;
  example?: string;
  see?: string[];
}

/** One order or action; `short` fits on a button, `needs` says what it takes to play it. */
export interface OrderText {
  name: string;
  short: string;
  text: string;
  needs: string;
  rules: string[];
}

/** One question asked while orders are played; `default` is what happens without an answer. */
export interface DecisionText {
  title: string;
  text: string;
  default: string;
  rules: string[];
}

/** One scenario; `scoring` has a line for each way to score. */
export interface ScenarioText {
  title: string;
  pitch: string;
  setup: string;
  scoring: string;
}

export interface NamedText {
  name: string;
  text: string;
}

export interface TermText {
  term: string;
  text: string;
}

export interface PanelText {
  title: string;
  text: string;
}

/** One line for each order or action, at most 90 characters. */
export interface Help {
  orders: Record<string, string>;
}

/** A system whose rules this client holds. */
export type Told = string;

/** A book as it is written: rules stand in their chapters alone. */
type Written = Omit<Rulebook, 'rules'> & { rules?: Rulebook['rules'] };

type Loaders<T> = Record<Lang, Record<string, () => Promise<{ default: T }>>>;

/**
 * Books and hints lie here under `SYSTEM.toml` and `SYSTEM.help.toml`, each text in both languages (`title.fr`, `title.en`); they are
 * fetched in one language (`vite/books.ts`).
 */
const books: Loaders<Written> = {
  fr: import.meta.glob<{ default: Written }>(['./*.toml', '!./*.help.toml'], { query: '?fr' }),
  en: import.meta.glob<{ default: Written }>(['./*.toml', '!./*.help.toml'], { query: '?en' }),
};
const hints: Loaders<Help> = {
  fr: import.meta.glob<{ default: Help }>('./*.help.toml', { query: '?fr' }),
  en: import.meta.glob<{ default: Help }>('./*.help.toml', { query: '?en' }),
};

/** Every system whose rules this client holds. */
export const told: readonly Told[] = Object.keys(books.fr)
  .flatMap((path) => /^\.\/(\w+)\.toml$/.exec(path)?.[1] ?? [])
  .sort();

/** Whether this client holds the rules of a system. */
export const isTold = (ruleset: string): boolean => told.includes(ruleset);

async function load<T>(files: Loaders<T>, lang: Lang, name: string): Promise<T> {
  const file = files[lang][`./${name}.toml`];
  if (!file) throw new Error(`this client has no ${name}`);
  return (await file()).default;
}

/** The book of a system in one language, fetched when first asked for. */
export async function rulebook(ruleset: Told, lang: Lang): Promise<Rulebook> {
  const book = await load(books, lang, ruleset);
  const rules = book.rules ?? (Object.assign({}, ...book.chapters.map((chapter) => chapter.rules)) as Rulebook['rules']);
  return Object.assign(book, { rules });
}

/** The hints of a system in one language, fetched when first asked for. */
export const help = (ruleset: Told, lang: Lang): Promise<Help> => load(hints, lang, `${ruleset}.help`);
