import type { RoomStore } from '../../store/room.svelte';
import type { Hex } from '../../protocol';
import type { Advice, Ask, Command, View, Who } from '../../protocol/celtiques';
import { refusalOf } from '../words';
import type { Marks, Tap } from './board/marks';
import type { Notice } from './telling';

type Room = RoomStore<View, Notice>;

/** What the engine said of a draft. */
export interface Heard {
  readonly advice: Advice | null;
  readonly refusal: string | null;
}

/** What the panels of one table share: where they meet the board, who is spoken of, and the way to the server. */
export class Session {
  readonly room: Room;
  /** The fighter whose card is open. */
  looking = $state<Who | null>(null);
  /** What the board draws for whichever panel speaks. */
  marks = $state.raw<Marks>({});
  private taker: ((tap: Tap) => boolean) | null = null;

  constructor(room: Room) {
    this.room = room;
  }

  /** What is drawn. */
  get view(): View | undefined {
    return this.room.timeline?.shown;
  }

  /** Our seat, `null` for an onlooker. */
  get seat(): number | null {
    return this.room.you?.seat ?? null;
  }

  /** The question to us, once everything that led to it has been shown. */
  get mine(): Ask | null {
    return (this.room.question ?? null) as Ask | null;
  }

  /** The question that is open, whoever is asked, once everything that led to it has been shown. */
  get open(): Ask | null {
    return this.room.timeline?.atEnd ? ((this.room.asking?.ask ?? null) as Ask | null) : null;
  }

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

  /** Sends a command; the words of the refusal, if it is refused. */
  async send(command: Command): Promise<string | null> {
    return refusalOf(await this.room.command(command));
  }

  /** Gives an answer that stays sealed; the words of the refusal, if it is refused. */
  async seal(command: Command): Promise<string | null> {
    return refusalOf(await this.room.seal(command));
  }

  /** Asks about a draft that is kept nowhere. */
  async consult(command: Command): Promise<Heard> {
    const { advice, refusal } = await this.room.consult(command);
    return { advice: advice as Advice | null, refusal: refusal?.words ?? null };
  }
}

/** Where a fighter stands. */
export const placeOf = (view: View, who: Who): Hex => view.scene.fighters[who]?.pose.at ?? [0, 0];
