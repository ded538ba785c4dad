/** Who can reach or shoot a figure where it stands, or at a place where it could go: asked of the rules, drawn by every surface that says who stands on it. */
import { getContext, setContext, untrack } from 'svelte';
import type { Place, Threat, ThreatsAdvice, ThreatsDraft } from '../protocol';
import { recall, remember } from '../store/local';
import type { Size, XY } from './camera';

/** How long a place is pointed at before the rules are asked about it, in milliseconds: a hand or a key that goes on asks nothing. */
const REST = 150;

/** A figure as the overlay knows it. */
export interface Threatenable {
  /** Its number in the rules. */
  readonly who: number;
  readonly name: string;
  /** The middle of its body. */
  readonly place: XY;
  /** How large its body is drawn, where that is known: lines end beside it. */
  readonly size?: Size | undefined;
  readonly seat: number | null;
}

/** A free place: as the rules write it, and where it is drawn. */
export interface Spot {
  readonly at: Place;
  readonly place: XY;
}

/** What a surface says of those who stand on it. */
export interface Exposed {
  readonly figures: readonly Threatenable[];
  /** The number of the figure that is spoken of. */
  readonly selected: number | null;
  /** Where a figure of our own is about to go, or where the keys stand. */
  readonly goal: Spot | null;
  /** The free place under a point of the surface. */
  readonly spotAt: (at: XY) => Spot | null;
}

/** The figure that a question is about, and the place, if it is not the one where the figure stands. */
interface Asked {
  readonly figure: Threatenable;
  readonly spot: Spot | null;
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
  /** How large the bodies at both ends are, where that is known. */
  readonly bodies: { readonly from?: Size | undefined; readonly to?: Size | undefined };
}

export class Threats {
  /** The overlay is shown: remembered per table. */
  on = $state(false);
  /** Who stands on the surface; `null` without a surface that tells. */
  exposed = $state.raw<Exposed | null>(null);
  /** The figure that was tapped since the last one was selected. */
  touched = $state<number | null>(null);
  /** The place under the mouse, and the one that a finger stayed on. */
  hovered = $state.raw<Spot | null>(null);
  pressed = $state.raw<Spot | null>(null);
  /** The last answer and what it is about. */
  private heard = $state.raw<{ readonly key: string; readonly foes: readonly Threat[] } | null>(null);
  private number = 0;
  private readonly source: ThreatsSource;
  private readonly seat: () => number | null;

  constructor(source: ThreatsSource, seat: () => number | null) {
    this.source = source;
    this.seat = seat;
    this.on = recall(this.stored) === 'on';
  }

  private get stored(): string {
    return `threats.${this.source.id}`;
  }

  /** Only seats may ask the rules. */
  get offered(): boolean {
    return this.exposed !== null && this.seat() !== null;
  }

  toggle(): void {
    this.on = !this.on;
    remember(this.stored, this.on ? 'on' : null);
  }

  /** Who was tapped, else who is spoken of, else the first of our own. */
  private get candidates(): readonly Threatenable[] {
    const { figures = [], selected = null } = this.exposed ?? {};
    const of = (who: number | null) => figures.filter((one) => one.who === who);
    return [...of(this.touched), ...of(selected), ...figures.filter((one) => this.isOwn(one))];
  }

  private isOwn({ seat }: Threatenable): boolean {
    return seat !== null && seat === this.seat();
  }

  /** The place that is asked about: what the hand points at, else where the figure is about to go. */
  get spot(): Spot | null {
    return this.asked?.spot ?? null;
  }

  get about(): Threatenable | undefined {
    return this.asked?.figure;
  }

  /** Of a place it is asked what would become of a figure of our own there. */
  private get asked(): Asked | undefined {
    const spot = this.hovered ?? this.pressed ?? this.exposed?.goal ?? null;
    const mover = spot && this.candidates.find((one) => this.isOwn(one));
    if (spot && mover) return { figure: mover, spot };
    const [figure] = this.candidates;
    return figure && { figure, spot: null };
  }

  /** What is asked, to be told from other questions. */
  get key(): string | null {
    return this.asked ? keyOf(this.asked) : null;
  }

  /** Asks anew; only the answer to the newest question counts. */
  async ask(): Promise<void> {
    this.number += 1;
    const { number, asked } = this;
    if (!this.on || !this.offered || !asked) {
      this.heard = null;
      return;
    }
    const { figure, spot } = asked;
    if (spot) {
      await new Promise((rested) => setTimeout(rested, REST));
      if (number !== this.number) return;
    }
    const draft: ThreatsDraft = { threats: { who: figure.who, ...(spot ? { at: spot.at } : {}) } };
    const { advice } = await this.source.consult(draft);
    if (number !== this.number) return;
    this.heard = advice ? { key: keyOf(asked), foes: (advice as ThreatsAdvice).foes } : null;
  }

  /** Forgets the places that were pointed at. */
  release(): void {
    this.hovered = null;
    this.pressed = null;
  }

  /** What was heard is out of date, and what is still asked too. */
  forget(): void {
    this.number += 1;
    this.heard = null;
  }

  /** The answer about who is asked about now; `null` while there is none. */
  get lines(): readonly ThreatLine[] | null {
    const { asked, heard } = this;
    if (!this.on || !asked || heard?.key !== keyOf(asked)) return null;
    const to = asked.spot?.place ?? asked.figure.place;
    return heard.foes.flatMap((foe) => {
      const from = this.exposed?.figures.find(({ who }) => who === foe.who);
      const bodies = { from: from?.size, to: asked.spot ? undefined : asked.figure.size };
      return from ? [{ ...foe, name: from.name, from: from.place, to, bodies }] : [];
    });
  }
}

const keyOf = ({ figure, spot }: Asked): string => JSON.stringify([figure.who, spot?.at ?? null]);

const KEY = Symbol('threats');

/**
 * Offers the overlay to the surface below, asked anew whenever `moment` changes; nothing is shown while that is `null`, as long as what
 * happened is still played. Called while a component is made.
 */
export function provideThreats(source: ThreatsSource, seat: () => number | null, moment: () => number | null): void {
  const threats = new Threats(source, seat);
  setContext(KEY, threats);
  const key = $derived(threats.on && threats.offered ? threats.key : null);
  $effect(() => {
    void key;
    const now = moment();
    untrack(() => void (now === null ? threats.forget() : threats.ask()));
  });
}

export const findThreats = (): Threats | undefined => getContext<Threats | undefined>(KEY);
