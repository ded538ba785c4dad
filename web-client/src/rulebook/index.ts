import type { Lang } from '../protocol/Lang';

/**
 * The rulebook of a system as players read it. Texts are plain but for `**bold**` and line breaks. Keys are the same
 * in both languages: rule ids (`BAS-…`, `GEN-…`, `R-…`), orders and actions (`M`, `PRE/LAN`, `shoot`), ids of decisions
 * and scenarios, and the names that the server gives to items and house options. A list a system has no use for is empty.
 */
export interface Rulebook {
  chapters: Chapter[];
  rules: Record<string, RuleText>;
  orders: Record<string, OrderText>;
  decisions: Record<string, DecisionText>;
  scenarios: Record<string, ScenarioText>;
  equipment: Record<string, NamedText>;
  options: Record<string, NamedText>;
  glossary: Record<string, TermText>;
  quickstart: PanelText[];
}

/** Part of the book; `rules` lists its rules in reading order. */
export interface Chapter {
  id: string;
  title: string;
  intro: string;
  rules: string[];
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
export type Told = 'baston' | 'generik';

type Loader<T> = Record<Told, Record<Lang, () => Promise<{ default: T }>>>;

const books: Loader<Rulebook> = {
  baston: { fr: () => import('./baston.fr.json'), en: () => import('./baston.en.json') },
  generik: { fr: () => import('./generik.fr.json'), en: () => import('./generik.en.json') },
};

const hints: Loader<Help> = {
  baston: { fr: () => import('./baston.help.fr.json'), en: () => import('./baston.help.en.json') },
  generik: { fr: () => import('./generik.help.fr.json'), en: () => import('./generik.help.en.json') },
};

/** Every system whose rules this client holds, the first one first. */
export const told: readonly Told[] = ['baston', 'generik'];

/** What the systems are called, in every language. */
export const gameNames: Readonly<Record<Told, string>> = { baston: 'Baston', generik: 'GeneriK' };

/** Whether this client holds the rules of a system. */
export function isTold(ruleset: string): ruleset is Told {
  return Object.hasOwn(books, ruleset);
}

/** The book of a system in one language, fetched when first asked for. */
export async function rulebook(ruleset: Told, lang: Lang): Promise<Rulebook> {
  return (await books[ruleset][lang]()).default;
}

/** The hints of a system in one language, fetched when first asked for. */
export async function help(ruleset: Told, lang: Lang): Promise<Help> {
  return (await hints[ruleset][lang]()).default;
}
