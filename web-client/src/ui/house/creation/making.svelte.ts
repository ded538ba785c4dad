/** A band that is being made: saved in the browser at each change, appraised by the rules, brought when it is ready. */
import { untrack } from 'svelte';
import { recallJson, remember } from '../../../store/local';
import type { CreationProps } from '../../ruleset';
import { Appraiser } from '../appraiser.svelte';
import { trimmed } from './band';
import { Bringing } from './bringing.svelte';

/** A member of a band. */
export interface Person {
  name: string;
}
export interface Group<P extends Person> {
  name: string;
  heroes: P[];
}

interface Start<B> {
  /** Returns the current props: the band brought before, the function that brings one, and the key of the draft. */
  readonly props: () => CreationProps;
  /** Reads a band from any value that has the shape of one, with its fields in a fixed order, so that two bands can be compared. */
  readonly from: (value: unknown) => B | null;
  /** Returns the band to begin with; `kept` is the draft, or the band that was brought before. */
  readonly first: (kept: B | null) => B;
}

export class Making<P extends Person, B extends Group<P>> {
  own = $state.raw() as B;
  /** The index of the member that is edited. */
  at = $state(0);
  readonly appraiser = new Appraiser();
  readonly bringing: Bringing;
  private readonly start: Start<B>;
  private readonly draftKey: string;

  constructor(start: Start<B>) {
    this.start = start;
    const { draftKey, band } = untrack(start.props);
    this.draftKey = draftKey;
    this.bringing = new Bringing((next) => start.props().bring(next));
    this.own = start.first(start.from(recallJson<unknown>(draftKey)) ?? start.from(band));
  }

  get open(): number {
    return Math.min(this.at, this.own.heroes.length - 1);
  }

  get hero(): P | undefined {
    return this.own.heroes[this.open];
  }

  get brought(): B | null {
    return this.start.from(this.start.props().band);
  }

  get changed(): boolean {
    const { brought } = this;
    return brought !== null && JSON.stringify(this.sent()) !== JSON.stringify(this.tidy(brought));
  }

  /** Returns the band as it is sent: with trimmed names and its fields in a fixed order. */
  sent(): B {
    return this.tidy(this.own);
  }

  private tidy(band: B): B {
    const plain = trimmed<P, B>(band);
    return this.start.from(plain) ?? plain;
  }

  change(next: B): void {
    this.own = next;
    this.bringing.refusal = null;
    remember(this.draftKey, JSON.stringify(next));
  }

  /** Replaces the open member. */
  put(next: P): void {
    this.change({ ...this.own, heroes: this.own.heroes.with(this.open, next) });
  }

  bring(): Promise<void> {
    return this.bringing.send(this.sent());
  }

  /** Requests an appraisal; called in an effect, so that it is repeated after each change. Without a scenario it is for the `usual` one. */
  ask({ house, scenario, seats = 2, size, more, seat }: CreationProps, usual: string): void {
    const terms = { scenario: scenario || usual, seats, size, ...(more === undefined ? {} : { more }) };
    this.appraiser.ask(house.id, { terms, seat, band: this.sent(), open: this.open });
  }
}
