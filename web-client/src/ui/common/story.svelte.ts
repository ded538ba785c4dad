/** The story of a game, common to the logs of all systems: panels of lines, extended with the timeline, shown up to the playhead. */
import type { Seat } from '../../protocol';
import type { Timeline } from '../../store/timeline.svelte';

/** The weight of a fact: a headline, a plain event, or bookkeeping. */
export type Weight = 'loud' | 'plain' | 'quiet';

/** The lines that are shown: all, blows, those that concern our seat, or those that concern one figure. */
export type Filter =
  { readonly kind: 'all' } | { readonly kind: 'blows' } | { readonly kind: 'mine'; readonly seat: Seat } | { readonly kind: 'one'; readonly one: number };

/** A fact in its place in the story. */
export interface StoryLine<F> {
  readonly key: number;
  /** The index of the step with the fact. */
  readonly step: number;
  readonly fact: F;
  readonly weight: Weight;
}

/** A panel of the strip. */
export interface StoryGroup<L> {
  readonly key: number;
  readonly lines: readonly L[];
}

/** Builds the strip as facts are added; of the panels already built only the last one changes. */
export abstract class StoryBuilder<F, L extends StoryLine<F>, G extends StoryGroup<L>> {
  protected readonly done: G[] = [];
  protected keys = 0;
  protected step = 0;

  /** The panels so far. */
  get groups(): readonly G[] {
    return this.done;
  }

  /** Adds facts. `turn` is the turn after them. */
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

  /** Opens a panel if a fact begins one. */
  protected abstract open(fact: F): void;
  /** Returns the line of a fact. */
  protected abstract line(fact: F): L;
  /** Updates the state with which later lines are made. */
  protected abstract note(fact: F): void;
}

/** Returns the panels with the lines of the first `steps` steps. */
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

  /** The panels of the log up to the playhead. Panels are reused while notices are added at the end. */
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
