/** Who can reach or shoot a figure: asked of the rules, drawn by every surface that says who stands on it. */
import { getContext, setContext, untrack } from 'svelte';
import type { Threat, ThreatsAdvice, ThreatsDraft } from '../protocol';
import { recall, remember } from '../store/local';
import type { XY } from './camera';

/** A figure as the overlay knows it. */
export interface Threatenable {
  /** Its number in the rules. */
  readonly who: number;
  readonly name: string;
  /** The middle of its body. */
  readonly place: XY;
  readonly seat: number | null;
}

/** What a surface says of those who stand on it. */
export interface Exposed {
  readonly figures: readonly Threatenable[];
  /** The number of the figure that is spoken of. */
  readonly selected: number | null;
}

/** What the overlay needs of a table. */
export interface ThreatsSource {
  readonly id: string;
  consult(draft: unknown): Promise<{ advice: unknown }>;
}

/** An opponent and the figure it threatens, both with their places. */
export interface ThreatLine extends Threat {
  readonly name: string;
  readonly from: XY;
  readonly to: XY;
}

export class Threats {
  /** The overlay is shown: remembered per table. */
  on = $state(false);
  /** Who stands on the surface; `null` without a surface that tells. */
  exposed = $state.raw<Exposed | null>(null);
  /** The figure that was tapped since the last one was selected. */
  touched = $state<number | null>(null);
  /** The last answer and whom it is about. */
  private heard = $state.raw<{ readonly who: number; readonly foes: readonly Threat[] } | null>(null);
  private number = 0;
  private readonly source: ThreatsSource;
  private readonly seat: () => number | null;

  constructor(source: ThreatsSource, seat: () => number | null) {
    this.source = source;
    this.seat = seat;
    this.on = recall(this.key) === 'on';
  }

  private get key(): string {
    return `threats.${this.source.id}`;
  }

  /** Only seats may ask the rules. */
  get offered(): boolean {
    return this.exposed !== null && this.seat() !== null;
  }

  toggle(): void {
    this.on = !this.on;
    remember(this.key, this.on ? 'on' : null);
  }

  /** Who is asked about: who was tapped, else who is spoken of, else the first of our own. */
  get about(): Threatenable | undefined {
    const { figures = [], selected = null } = this.exposed ?? {};
    const of = (who: number | null) => (who === null ? undefined : figures.find((one) => one.who === who));
    return of(this.touched) ?? of(selected) ?? figures.find(({ seat }) => seat !== null && seat === this.seat());
  }

  /** Asks anew; only the answer to the newest question counts. */
  async ask(): Promise<void> {
    this.number += 1;
    const { number, about } = this;
    if (!this.on || !this.offered || !about) {
      this.heard = null;
      return;
    }
    const draft: ThreatsDraft = { threats: { who: about.who } };
    const { advice } = await this.source.consult(draft);
    if (number !== this.number) return;
    this.heard = advice ? { who: about.who, foes: (advice as ThreatsAdvice).foes } : null;
  }

  /** What was heard is out of date, and what is still asked too. */
  forget(): void {
    this.number += 1;
    this.heard = null;
  }

  /** The answer about who is asked about now; `null` while there is none. */
  get lines(): readonly ThreatLine[] | null {
    const { about, heard } = this;
    if (!this.on || !about || heard?.who !== about.who) return null;
    return heard.foes.flatMap((foe) => {
      const from = this.exposed?.figures.find(({ who }) => who === foe.who);
      return from ? [{ ...foe, name: from.name, from: from.place, to: about.place }] : [];
    });
  }
}

const KEY = Symbol('threats');

/**
 * Offers the overlay to the surface below, asked anew whenever `moment` changes; nothing is shown while that is `null`, as long as what
 * happened is still played. Called while a component is made.
 */
export function provideThreats(source: ThreatsSource, seat: () => number | null, moment: () => number | null): void {
  const threats = new Threats(source, seat);
  setContext(KEY, threats);
  const who = $derived(threats.on && threats.offered ? (threats.about?.who ?? null) : null);
  $effect(() => {
    void who;
    const now = moment();
    untrack(() => void (now === null ? threats.forget() : threats.ask()));
  });
}

export const findThreats = (): Threats | undefined => getContext<Threats | undefined>(KEY);
