import type { Advice, Ask, Command, Fact, View, Who } from '../../protocol/celtiques';
import type { Notice as Told } from '../../store/fold';
import { TableSession } from '../house/table.svelte';
import type { Marks, Tap } from './board/marks';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;

/** What the panels of one table share: where they meet the board, who is spoken of, and the way to the server. */
export class Session extends TableSession<View, Fact, Ask, Command, Advice> {
  /** The fighter whose card is open. */
  looking = $state<Who | null>(null);
  /** What the board draws for whichever panel speaks. */
  marks = $state.raw<Marks>({});
  private taker: ((tap: Tap) => boolean) | null = null;

  /** Whether we are the game master. */
  get master(): boolean {
    const { view, seat } = this;
    return view !== undefined && seat !== null && view.setup.mj === true && seat === view.setup.bands.length;
  }

  /** The fighters we decide for. */
  get own(): readonly Who[] {
    const { view, seat, master } = this;
    if (!view || seat === null) return [];
    const plays = view.scene.rulings.plays ?? [];
    return view.known.filter((one) => (master ? one.seat === null && plays.includes(one.who) : one.seat === seat)).map((one) => one.who);
  }

  /** Lays marks and takes the taps until the returned function is called. `take` says whether the tap meant something. */
  lay(marks: Marks, take: (tap: Tap) => boolean): () => void {
    this.marks = marks;
    this.taker = take;
    return () => {
      if (this.taker !== take) return;
      this.taker = null;
      this.marks = {};
    };
  }

  /** A tap on the board. Returns whether a panel wanted it. */
  tap(tap: Tap): boolean {
    return this.taker?.(tap) ?? false;
  }
}
