/** The story of a game, as the logs of all systems have it: panels of lines that grow, up to the playhead. */
import type { Seat } from '../../protocol';
import type { Timeline } from '../../store/timeline.svelte';

/** How much a fact matters: a headline, a plain event, or bookkeeping. */
export type Weight = 'loud' | 'plain' | 'quiet';

/** Which lines are told: all, blows, what the own seat has to do with, what one figure has to do with. */
export type Filter =
  { readonly kind: 'all' } | { readonly kind: 'blows' } | { readonly kind: 'mine'; readonly seat: Seat } | { readonly kind: 'one'; readonly one: number };

/** A fact in its place in the story. */
export interface StoryLine<F> {
  readonly key: number;
  /** Number of the notice that told it. */
  readonly step: number;
  readonly fact: F;
  readonly weight: Weight;
}

/** A panel of the strip. */
export interface StoryGroup<L> {
  readonly key: number;
  readonly lines: readonly L[];
}

/** Builds the strip as facts come in; nothing already built changes but the last panel. */
export abstract class StoryBuilder<F, L extends StoryLine<F>, G extends StoryGroup<L>> {
  protected readonly done: G[] = [];
  protected keys = 0;
  protected step = 0;

  /** The panels so far. */
  get groups(): readonly G[] {
    return this.done;
  }

  /** `turn` is the one that stands after the facts. */
  add(facts: readonly F[], step: number, _turn = 0): void {
    this.step = step;
    for (const fact of facts) {
      this.open(fact);
      const last = this.done.pop();
      if (!last) continue;
      this.done.push({ ...last, lines: [...last.lines, this.line(fact)] } as G);
      this.note(fact);
    }
  }

  /** Opens a new panel where a fact begins something else. */
  protected abstract open(fact: F): void;
  /** The line of a fact. */
  protected abstract line(fact: F): L;
  /** Keeps what later lines have to compare with. */
  protected abstract note(fact: F): void;
}

/** The panels as far as so many notices have been shown. */
export function upTo<G extends StoryGroup<StoryLine<unknown>>>(groups: readonly G[], steps: number): G[] {
  const begun = groups.filter((group) => (group.lines[0]?.step ?? 0) < steps);
  const last = begun.at(-1);
  if (!last || (last.lines.at(-1)?.step ?? 0) < steps) return begun;
  return [...begun.slice(0, -1), { ...last, lines: last.lines.filter((line) => line.step < steps) }];
}

/** The story of one table as its timeline grows. */
export class Story<V, F, N extends { readonly facts: readonly F[] }, L extends StoryLine<F>, G extends StoryGroup<L>> {
  private readonly of: () => Timeline<V, N> | null;
  private readonly begin: (base: V) => StoryBuilder<F, L, G>;
  private builder: StoryBuilder<F, L, G> | null = null;
  private line: Timeline<V, N> | null = null;
  private base: V | null = null;
  private done = 0;

  constructor(of: () => Timeline<V, N> | null, begin: (base: V) => StoryBuilder<F, L, G>) {
    this.of = of;
    this.begin = begin;
  }

  /** The panels of the log up to the playhead. What was built stays built while notices are added at the end. */
  get groups(): readonly G[] {
    const line = this.of();
    if (!line) return [];
    const { length, first, cursor } = line;
    if (!this.builder || this.line !== line || this.base !== first || length < this.done) {
      this.builder = this.begin(first);
      this.line = line;
      this.base = first;
      this.done = 0;
    }
    for (; this.done < length; this.done += 1) {
      const step = line.steps[this.done];
      if (step) this.builder.add(step.notice.facts, this.done, step.turn);
    }
    return upTo(this.builder.groups, cursor);
  }
}
