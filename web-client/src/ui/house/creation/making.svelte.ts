/** A band while it is made: kept in the browser as one writes, judged by the rules, brought when it is ready. */
import type { Terms } from '../../../protocol';
import { recallJson, remember } from '../../../store/local';
import { Appraiser } from '../appraiser.svelte';
import { Bringing } from './bringing.svelte';

/** Whoever belongs to a band. */
export interface Person {
  name: string;
}
export interface Group<P extends Person> {
  name: string;
  heroes: P[];
}

interface Start<B> {
  readonly draftKey: string;
  /** What was brought before, and what brings it. */
  readonly band: () => unknown;
  readonly bring: (band: unknown) => Promise<{ refusal: string | null }>;
  /** A band out of anything that has the shape of one. */
  readonly from: (value: unknown) => B | null;
  /** As it is sent. */
  readonly tidy: (band: B) => B;
  /** What one begins with; `kept` was written or brought before. */
  readonly first: (kept: B | null) => B;
}

export class Making<P extends Person, B extends Group<P>> {
  own = $state.raw() as B;
  /** Whom one writes at. */
  at = $state(0);
  readonly appraiser = new Appraiser();
  readonly bringing: Bringing;
  private readonly start: Start<B>;

  constructor(start: Start<B>) {
    this.start = start;
    this.bringing = new Bringing((next) => start.bring(next));
    this.own = start.first(start.from(recallJson<unknown>(start.draftKey)) ?? start.from(start.band()));
  }

  get open(): number {
    return Math.min(this.at, this.own.heroes.length - 1);
  }

  get hero(): P | undefined {
    return this.own.heroes[this.open];
  }

  get brought(): B | null {
    return this.start.from(this.start.band());
  }

  get changed(): boolean {
    return this.brought !== null && JSON.stringify(this.sent()) !== JSON.stringify(this.start.tidy(this.brought));
  }

  /** The band as it is sent. */
  sent(): B {
    return this.start.tidy(this.own);
  }

  change(next: B): void {
    this.own = next;
    this.bringing.refusal = null;
    remember(this.start.draftKey, JSON.stringify(next));
  }

  /** Writes at whoever is open. */
  put(next: P): void {
    this.change({ ...this.own, heroes: this.own.heroes.with(this.open, next) });
  }

  bring(): Promise<void> {
    return this.bringing.send(this.sent());
  }

  /** Asks the rules; to be called in an effect, so that they are asked again after each change. */
  ask(ruleset: string, terms: Terms, seat: number): void {
    this.appraiser.ask(ruleset, { terms, seat, band: this.sent(), open: this.open });
  }
}
