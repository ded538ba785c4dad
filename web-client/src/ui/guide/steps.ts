/** A guided first turn at a real table: the text of each step, and the condition that ends it. Each system has its own in `guide.ts`. */
import type { AnyFact } from '../../store/fold';
import type { Params } from '../../i18n/index.svelte';

/** The data for the conditions of steps: the table as it is drawn, and the facts since the guide began. */
export interface GuideTable<V = unknown, F extends AnyFact = AnyFact, S = unknown> {
  readonly view: V;
  /** The facts that have been shown since the guide began. */
  readonly facts: readonly F[];
  /** The state that the panels of the table share. */
  readonly session: S;
  readonly seat: number;
  /** The question to our seat, once all entries before it have been shown; of the system's type. */
  readonly mine: unknown;
  /** The open question to any seat, once all entries before it have been shown. */
  readonly open: unknown;
  /** The names of the anchors that were pressed since the step began. */
  readonly pressed: ReadonlySet<string>;
}

/** A text of the guide in both languages, and the anchors that it points at. */
export interface Said<V = unknown, F extends AnyFact = AnyFact, S = unknown> {
  readonly fr: string;
  readonly en: string;
  /** Returns the values for the placeholders of the text. */
  readonly params?: (table: GuideTable<V, F, S>) => Params;
  /** The names of anchors (`data-guide`) in order of preference: the first one on the page is outlined. */
  readonly at?: readonly string[] | ((table: GuideTable<V, F, S>) => readonly string[]);
}

/** A step of the guide. */
export interface GuideStep<V = unknown, F extends AnyFact = AnyFact, S = unknown> extends Said<V, F, S> {
  /** The id under which the progress is stored on the device. */
  readonly id: string;
  /** The condition that ends the step; without it the reader ends it. */
  readonly until?: (table: GuideTable<V, F, S>) => boolean;
  /** Whether the reader may also end a step with a condition. */
  readonly may?: boolean;
}

/** The guide of a system: the default export of `src/ui/<ruleset>/guide.ts`. */
export interface Guide<V = unknown, F extends AnyFact = AnyFact, S = unknown> {
  readonly steps: readonly GuideStep<V, F, S>[];
  /** Returns the text in place of a step, while the game calls for something else; `null` otherwise. */
  readonly aside?: (table: GuideTable<V, F, S>, step: string) => Said<V, F, S> | null;
}

/** Returns the index of the first step from `from` whose condition does not hold; the number of steps when all hold. */
export function reached<V, F extends AnyFact, S>({ steps }: Guide<V, F, S>, from: number, table: GuideTable<V, F, S>): number {
  let at = from;
  while (steps[at]?.until?.(table)) at += 1;
  return at;
}

/** Returns the index of a step by its id; the first for an unknown one. */
export function stepAt<V, F extends AnyFact, S>({ steps }: Guide<V, F, S>, id: string): number {
  return Math.max(
    0,
    steps.findIndex((step) => step.id === id),
  );
}
