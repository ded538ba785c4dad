/** A guided first turn: what is said step by step at a real table, and what each step waits for. Each system brings its own in `guide.ts`. */
import type { AnyFact } from '../../store/fold';
import type { Params } from '../../i18n/index.svelte';

/** What a step looks at: the table as it is drawn, and what was told since the guide began. */
export interface GuideTable<V = unknown, F extends AnyFact = AnyFact, S = unknown> {
  readonly view: V;
  /** What has been shown since the guide began. */
  readonly facts: readonly F[];
  /** What the panels of the table share. */
  readonly session: S;
  /** Our seat. */
  readonly seat: number;
  /** The question to us, once everything that led to it has been shown; the system's type. */
  readonly mine: unknown;
  /** The question that is open, whoever is asked, once everything that led to it has been shown. */
  readonly open: unknown;
  /** Anchors that were pressed since the step began. */
  readonly pressed: ReadonlySet<string>;
}

/** Something the guide says, in both languages, and what it points at. */
export interface Said<V = unknown, F extends AnyFact = AnyFact, S = unknown> {
  readonly fr: string;
  readonly en: string;
  /** Values of the text. */
  readonly params?: (table: GuideTable<V, F, S>) => Params;
  /** Names of anchors (`data-guide`), the likeliest first: the first that can be seen is outlined. */
  readonly at?: readonly string[] | ((table: GuideTable<V, F, S>) => readonly string[]);
}

/** A step of the guide. */
export interface GuideStep<V = unknown, F extends AnyFact = AnyFact, S = unknown> extends Said<V, F, S> {
  /** Remembered on the device: where somebody was. */
  readonly id: string;
  /** It is over when this is so; without it, when its reader says so. */
  readonly until?: (table: GuideTable<V, F, S>) => boolean;
  /** Its reader may go on although it waits for something. */
  readonly may?: boolean;
}

/** The guide of a system: the default export of `src/ui/<ruleset>/guide.ts`. */
export interface Guide<V = unknown, F extends AnyFact = AnyFact, S = unknown> {
  readonly steps: readonly GuideStep<V, F, S>[];
  /** What is said in place of a step while the game calls for something else. */
  readonly aside?: (table: GuideTable<V, F, S>, step: string) => Said<V, F, S> | null;
}

/** The step where the guide stands after all that has happened: past every step that is over. The number of steps when all are. */
export function reached<V, F extends AnyFact, S>({ steps }: Guide<V, F, S>, from: number, table: GuideTable<V, F, S>): number {
  let at = from;
  while (steps[at]?.until?.(table)) at += 1;
  return at;
}

/** The number of a step that is remembered; the first, when it is none of these. */
export function stepAt<V, F extends AnyFact, S>({ steps }: Guide<V, F, S>, id: string): number {
  return Math.max(
    0,
    steps.findIndex((step) => step.id === id),
  );
}
