/**
 * The threat overlay: the opponents that can reach or shoot a figure where it stands, or at a place where it could go. The rules answer;
 * each surface that provides its figures draws the answer.
 */
import { getContext, setContext, untrack } from 'svelte';
import type { Place, Threat, ThreatsAdvice, ThreatsDraft } from '../protocol';
import { recall, remember } from '../store/local';
import type { Size, XY } from './camera';

/** How long a place is pointed at before a request is sent, in milliseconds, so that a pointer that moves on sends none. */
const REST = 150;

/** A figure as the overlay sees it. */
export interface Threatenable {
  /** Its number in the rules. */
  readonly who: number;
  readonly name: string;
  /** The middle of its body. */
  readonly place: XY;
  /** The size of its body as drawn, where it is known: lines end at its border. */
  readonly size?: Size | undefined;
  readonly seat: number | null;
}

/** A free place, as the rules write it and as it is drawn. */
export interface Spot {
  readonly at: Place;
  readonly place: XY;
}

/** The figures and places that a surface provides. */
export interface Exposed {
  readonly figures: readonly Threatenable[];
  /** The number of the selected figure. */
  readonly selected: number | null;
  /** The place to which a figure of the viewer is about to go, or that of the cursor of the keyboard. */
  readonly goal: Spot | null;
  /** Returns the free place under a point of the surface. */
  readonly spotAt: (at: XY) => Spot | null;
}

/** The figure that a question is about, and the place, if it is not the one where the figure stands. */
interface Asked {
  readonly figure: Threatenable;
  readonly spot: Spot | null;
}

/** The part of a table that the overlay uses. */
export interface ThreatsSource {
  readonly id: string;
  consult(draft: unknown): Promise<{ advice: unknown }>;
}

/** An opponent and the figure it threatens, both with their places. */
export interface ThreatLine extends Threat {
  readonly name: string;
  readonly from: XY;
  readonly to: XY;
  /** The sizes of the bodies at both ends, where they are known. */
  readonly bodies: { readonly from?: Size | undefined; readonly to?: Size | undefined };
}

export class Threats {
  /** Whether the overlay is shown; stored per table. */
  on = $state(false);
  /** The figures of the surface; `null` while no surface provides them. */
  exposed = $state.raw<Exposed | null>(null);
  /** The figure that was tapped since the last one was selected. */
  touched = $state<number | null>(null);
  /** The place under the mouse, and the one that a finger stayed on. */
  hovered = $state.raw<Spot | null>(null);
  pressed = $state.raw<Spot | null>(null);
  /** The last answer, and the key of its question. */
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

  /** Whether the overlay can be used: only seats may ask the rules. */
  get offered(): boolean {
    return this.exposed !== null && this.seat() !== null;
  }

  toggle(): void {
    this.on = !this.on;
    remember(this.stored, this.on ? 'on' : null);
  }

  /** The figures that a question may be about, the preferred first: the one tapped, the one selected, those of the viewer. */
  private get candidates(): readonly Threatenable[] {
    const { figures = [], selected = null } = this.exposed ?? {};
    const of = (who: number | null) => figures.filter((one) => one.who === who);
    return [...of(this.touched), ...of(selected), ...figures.filter((one) => this.isOwn(one))];
  }

  private isOwn({ seat }: Threatenable): boolean {
    return seat !== null && seat === this.seat();
  }

  /** The place that the question is about: the one pointed at, else the one to which the figure is about to go. */
  get spot(): Spot | null {
    return this.asked?.spot ?? null;
  }

  get about(): Threatenable | undefined {
    return this.asked?.figure;
  }

  /** The current question. One about a place is about a figure of the viewer there. */
  private get asked(): Asked | undefined {
    const spot = this.hovered ?? this.pressed ?? this.exposed?.goal ?? null;
    const mover = spot && this.candidates.find((one) => this.isOwn(one));
    if (spot && mover) return { figure: mover, spot };
    const [figure] = this.candidates;
    return figure && { figure, spot: null };
  }

  /** Identifies the current question. */
  get key(): string | null {
    return this.asked ? keyOf(this.asked) : null;
  }

  /** Sends the current question; only the answer to the newest one counts. */
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

  /** Clears the places that were pointed at. */
  release(): void {
    this.hovered = null;
    this.pressed = null;
  }

  /** Drops the last answer, and the one to a question that is still open. */
  forget(): void {
    this.number += 1;
    this.heard = null;
  }

  /** The answer to the current question; `null` while there is none. */
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
 * Provides the overlay to the surface below. It asks again whenever `moment` changes, and shows nothing while that is `null`, which it is
 * during a playback. Called during the initialisation of a component.
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
