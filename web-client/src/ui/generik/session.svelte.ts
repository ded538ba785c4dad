import type { Ask, Command, Draft, Fig, Look, Post, View } from '../../protocol/generik';
import type { Notice } from './telling';
import type { RoomStore } from '../../store/room.svelte';
import { refusalOf } from '../words';
import { catalogue } from './catalogue.svelte';
import { Desk } from '../../surface/plane/desk.svelte';
import { Query, type Heard } from './query.svelte';
import type { Pt } from './table/types';

type Room = RoomStore<View, Notice>;

/** What the panels of one table share. */
export class Session {
  readonly room: Room;
  readonly desk = new Desk();
  /** The figure whose card is open. */
  looking = $state<Fig | null>(null);
  /** The figure that is spoken of: chosen in the ranks, on the table or in the orders. */
  picked = $state<Fig | null>(null);
  /** Where our figures are to be deployed, as far as we have said. */
  posts = $state.raw<readonly Post[]>([]);
  /** Its view of the table is for a run, not for a move. */
  running = $state(false);
  /** Its cover is looked at as if it faced there. */
  facing = $state.raw<Pt | null>(null);

  private readonly gaze: Query;

  constructor(room: Room) {
    this.room = room;
    this.gaze = new Query((draft) => room.consult(draft));
    void catalogue.fetch();
    $effect(() => {
      const { picked, running, facing } = this;
      const view = this.view;
      const on = view && picked !== null && view.scene.figures[picked]?.status === 'on_table';
      // Asked again after every change of the game.
      void this.room.timeline?.length;
      this.gaze.ask(on && this.live ? { draft: 'look', fig: picked, run: running, ...(facing ? { facing: [facing[0], facing[1]] } : {}) } : null, 30);
    });
  }

  /** What is drawn. */
  get view(): View | undefined {
    return this.room.timeline?.shown;
  }

  /** Our seat, `null` for an onlooker. */
  get seat(): number | null {
    return this.room.you?.seat ?? null;
  }

  /** What the numbers shown beside the answers speak for, as the server says. */
  get proposed(): Command | null {
    return (this.room.asking?.proposed ?? null) as Command | null;
  }

  /** A game in which we have a seat goes on, and all of it has been shown. */
  get live(): boolean {
    return this.seat !== null && this.room.outcome === null && (this.room.timeline?.atEnd ?? false);
  }

  /** The question to us, once everything that led to it has been shown. */
  get mine(): Ask | null {
    return (this.room.question ?? null) as Ask | null;
  }

  /** The question that is open, whoever is asked. */
  get open(): Ask | null {
    return this.room.timeline?.atEnd ? ((this.room.asking?.ask ?? null) as Ask | null) : null;
  }

  /** What the picked figure sees, reaches and may do, as the server says. */
  get look(): Look | null {
    const advice = this.gaze.heard?.advice;
    return advice?.advice === 'look' && advice.fig === this.picked ? advice : null;
  }

  /** Sends a command; the words of the refusal, if it is refused. */
  async send(command: Command): Promise<string | null> {
    return refusalOf(await this.room.command(command));
  }

  /** Gives an answer that stays sealed; the words of the refusal, if it is refused. */
  async seal(command: Command): Promise<string | null> {
    return refusalOf(await this.room.seal(command));
  }

  /** Takes back what we have sealed blindly; the words of the refusal, if it is refused. */
  async unseal(): Promise<string | null> {
    return refusalOf(await this.room.unseal(null));
  }

  /** Asks about one draft, once. */
  async consult(draft: Draft): Promise<Heard> {
    const { advice, refusal } = await this.room.consult(draft);
    return { draft, advice: advice as Heard['advice'], refusal };
  }

  /** A question that changes while something is drawn. */
  query(): Query {
    return new Query((draft) => this.room.consult(draft));
  }
}
