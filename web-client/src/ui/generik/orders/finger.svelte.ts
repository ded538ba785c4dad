import type { Act, Advice, Against, Command, Draft, Fig, WayThere } from '../../../protocol/generik';
import { far } from '../../../surface/plane/geometry';
import type { Held } from '../../../surface/plane/hand';
import type { Pick } from '../../../surface/plane/tools';
import type { Session } from '../session.svelte';
import type { Pt } from '../table/types';

/** A second tap this near to the first, or to where the way ends, does it: in u. */
const AGAIN = 300;
/** While something is dragged the server is asked this often at most, in milliseconds. */
const PACE = 80;

/** Something that the server proposes to do about what is pointed at. */
export type Offer = { readonly way: WayThere } | { readonly attack: Against };

/** The action of an offer. */
export const actOf = (offer: Offer): Act => ('way' in offer ? offer.way.act : offer.attack.act);
/** What it costs. */
export const costOf = (offer: Offer): number => ('way' in offer ? offer.way.da : offer.attack.da);

/**
 * The hand on the table in one's own phase: a place or an enemy is pointed at, the server says what the chosen figure would do
 * about it, and pointing once more does it.
 */
export class Finger {
  /** The place pointed at. */
  to = $state.raw<Pt | null>(null);
  /** The enemy pointed at. */
  target = $state<Fig | null>(null);
  /** What can be done, the best first. */
  offers = $state.raw<readonly Offer[]>([]);
  /** Which of them is taken. */
  taken = $state(0);
  /** Why nothing can be done. */
  why = $state<string | null>(null);
  waiting = $state(false);
  busy = $state(false);

  private readonly session: Session;
  private number = 0;
  /** It was pointed at again before the server had answered. */
  private again = false;
  private later: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session) {
    this.session = session;
  }

  /** Something is pointed at. */
  get points(): boolean {
    return this.to !== null || this.target !== null;
  }

  /** What would be done. */
  get offer(): Offer | null {
    return this.offers[this.taken] ?? null;
  }

  /** A tap on the table: returns whether it meant something here. */
  tap({ at, fig }: Pick): boolean {
    const view = this.session.view;
    const own = this.session.picked;
    if (!view || own === null) return false;
    const figure = fig === undefined ? undefined : view.scene.figures[fig];
    if (fig !== undefined && figure?.seat === this.session.seat) {
      this.leave();
      return false;
    }
    if (fig !== undefined) {
      if (this.target === fig) this.press();
      else this.aim(fig);
      return true;
    }
    const way = this.offer && 'way' in this.offer ? this.offer.way.end : null;
    const near = this.to !== null && (far(this.to, at) <= AGAIN || (way !== null && far(way, at) <= AGAIN));
    if (near) this.press();
    else this.point([...at]);
    return true;
  }

  /** Points at a place. */
  point(to: Pt): void {
    this.clear();
    this.to = to;
    if (this.session.picked !== null) void this.ask({ draft: 'go', fig: this.session.picked, to: [to[0], to[1]] });
  }

  /** Points at an enemy. */
  aim(target: Fig): void {
    this.clear();
    this.target = target;
    if (this.session.picked !== null) void this.ask({ draft: 'against', fig: this.session.picked, target });
  }

  /** Takes the picked figure along. */
  grab(over: (at: Pt) => Fig | undefined): Held {
    let last = 0;
    return {
      move: (at) => {
        clearTimeout(this.later);
        const now = performance.now();
        const go = (): void => {
          last = performance.now();
          const foe = over(at);
          if (foe === undefined) this.point([...at]);
          else if (this.target !== foe) this.aim(foe);
        };
        if (now - last >= PACE) go();
        else this.later = setTimeout(go, PACE - (now - last));
      },
      drop: (kept) => {
        if (!kept) this.leave();
      },
    };
  }

  /** Does it, as soon as the server has said what. */
  press(): void {
    if (this.waiting) this.again = true;
    else void this.confirm();
  }

  /** Does what is taken. */
  async confirm(): Promise<void> {
    const { offer } = this;
    const fig = this.session.picked;
    const ask = this.session.mine;
    if (!offer || fig === null || ask?.ask !== 'phase' || this.busy) return;
    this.busy = true;
    const command: Command = { do: 'act', question: ask.id, fig, what: actOf(offer) };
    const refusal = await this.session.send(command);
    this.busy = false;
    if (refusal) this.why = refusal;
    else this.leave();
  }

  /** Points at nothing any more. */
  leave(): void {
    clearTimeout(this.later);
    this.number += 1;
    this.clear();
  }

  private clear(): void {
    this.to = null;
    this.target = null;
    this.offers = [];
    this.taken = 0;
    this.why = null;
    this.waiting = false;
    this.again = false;
  }

  private async ask(draft: Draft): Promise<void> {
    const number = (this.number += 1);
    this.waiting = true;
    const { advice, refusal } = await this.session.consult(draft);
    if (number !== this.number) return;
    this.waiting = false;
    this.why = refusal?.words ?? null;
    this.offers = offersOf(advice);
    if (this.again) {
      this.again = false;
      void this.confirm();
    }
  }
}

function offersOf(advice: Advice | null): Offer[] {
  if (advice?.advice === 'go') return advice.ways.map((way) => ({ way }));
  if (advice?.advice === 'against') return [...advice.attacks.map((attack) => ({ attack })), ...advice.ways.map((way) => ({ way }))];
  return [];
}
