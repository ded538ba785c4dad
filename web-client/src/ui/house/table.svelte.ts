/** What the panels of one table share, whatever is played: who we are at it, what is asked, and the way to the server. */
import type { Refusal } from '../../protocol';
import type { AnyFact, Notice } from '../../store/fold';
import type { RoomStore } from '../../store/room.svelte';
import { refusalOf } from '../words';

/** What the server said of a draft. */
export interface Heard<Advice> {
  readonly advice: Advice | null;
  readonly refusal: Refusal | null;
}

/** What a panel is given, and one that is about a question of a name. */
export interface PanelOf<Session, View> {
  readonly session: Session;
  readonly view: View;
}
export interface AskingOf<Session, View, Asked, Name extends string> extends PanelOf<Session, View> {
  readonly ask: Under<Asked, Name>;
}

/** What belongs to a command of a name. */
type Under<Command, Name extends string> = Command extends Readonly<Record<Name, infer Body>> ? Body : never;

/**
 * The base of a system’s own session: `Asked` are its questions, `Command` what is sent, `Advice` what drafts are told, `Layer` what a panel
 * lays over the board while it speaks.
 */
export class TableSession<View, F extends AnyFact, Asked, Command, Advice, Layer> {
  readonly room: RoomStore<View, Notice<F>>;
  /** Who is spoken of, and whose card is open, by number. */
  picked = $state<number | null>(null);
  looking = $state<number | null>(null);
  /** What the panel that speaks lays over the board; only one does at a time. */
  layer = $state.raw<Layer | null>(null);

  constructor(room: RoomStore<View, Notice<F>>) {
    this.room = room;
  }

  /** Lays a layer until the returned function is called. */
  lay(layer: Layer): () => void {
    this.layer = layer;
    return () => {
      if (this.layer === layer) this.layer = null;
    };
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
  get mine(): Asked | null {
    return (this.room.question ?? null) as Asked | null;
  }

  /** The question that is open, whoever is asked, once everything that led to it has been shown. */
  get open(): Asked | null {
    return this.room.timeline?.atEnd ? ((this.room.asking?.ask ?? null) as Asked | null) : null;
  }

  /** What counts where nobody answers. */
  get usual(): Command | null {
    return (this.room.asking?.default ?? null) as Command | null;
  }

  /** What the numbers shown beside the answers speak for, as the server says. */
  get proposed(): Command | null {
    return (this.room.asking?.proposed ?? null) as Command | null;
  }

  /** Everything that may be sent now under a name, as the server lists it; `null` when it cannot be told. */
  async offered<Name extends string>(name: Name): Promise<Under<Command, Name>[] | null> {
    const found = (await this.room.answers()) as readonly unknown[] | null;
    return found?.flatMap((one) => (typeof one === 'object' && one !== null && name in one ? [(one as Record<Name, Under<Command, Name>>)[name]] : [])) ?? null;
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
  readonly consult = async (command: Command): Promise<Heard<Advice>> => {
    const { advice, refusal } = await this.room.consult(command);
    return { advice: advice as Advice | null, refusal };
  };
}
