import type { Lang } from '../protocol/Lang';

/**
 * The rulebook as players read it. Texts are plain but for `**bold**` and line breaks. Keys are the same in both
 * languages: rule ids (`BAS-…`, `BRD-…`), order codes (`M`, `PRE/LAN`, `-`), `DEC-…`, `SCN-…`, and the names that
 * the server gives to items and house options.
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

/** One order; `short` fits on a button, `needs` says what it takes to play it. */
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

/** One line for each order code, at most 90 characters. */
export interface Help {
  orders: Record<string, string>;
}

/** The book in one language, fetched when first asked for. */
export async function rulebook(lang: Lang): Promise<Rulebook> {
  const book = lang === 'fr' ? import('./baston.fr.json') : import('./baston.en.json');
  return (await book).default;
}

/** The order hints in one language, fetched when first asked for. */
export async function help(lang: Lang): Promise<Help> {
  const hints = lang === 'fr' ? import('./baston.help.fr.json') : import('./baston.help.en.json');
  return (await hints).default;
}
