/** The state that the panels of one table share, in any system: our seat, the open question, and the commands to the server. */
import type { Refusal } from '../../protocol';
import type { AnyFact, Notice } from '../../store/fold';
import type { RoomStore } from '../../store/room.svelte';
import { refusalOf } from '../words';

/** The server's answer on a draft. */
export interface Heard<Advice> {
  readonly advice: Advice | null;
  readonly refusal: Refusal | null;
}

/** The props of a panel, and of one for a question with a given name. */
export interface PanelOf<Session, View> {
  readonly session: Session;
  readonly view: View;
}
export interface AskingOf<Session, View, Asked, Name extends string> extends PanelOf<Session, View> {
  readonly ask: Under<Asked, Name>;
}

/** The body of a command or question with a given name. */
type Under<Command, Name extends string> = Command extends Readonly<Record<Name, infer Body>> ? Body : never;

/**
 * The base of a system’s own session: `Asked` are its questions, `Command` its commands, `Advice` the answers on drafts, `Layer` what
 * a panel draws over the board while it is active.
 */
export class TableSession<View, F extends AnyFact, Asked, Command, Advice, Layer> {
  readonly room: RoomStore<View, Notice<F>>;
  /** The selected character, and the one whose card is open, by number. */
  picked = $state<number | null>(null);
  looking = $state<number | null>(null);
  /** The layer of the active panel over the board; there is one at a time. */
  layer = $state.raw<Layer | null>(null);

  constructor(room: RoomStore<View, Notice<F>>) {
    this.room = room;
  }

  /** Shows a layer until the returned function is called. */
  lay(layer: Layer): () => void {
    this.layer = layer;
    return () => {
      if (this.layer === layer) this.layer = null;
    };
  }

  /** The view that is drawn. */
  get view(): View | undefined {
    return this.room.timeline?.shown;
  }

  /** Our seat; `null` for a spectator. */
  get seat(): number | null {
    return this.room.you?.seat ?? null;
  }

  /** The question to our seat, once all entries before it have been shown. */
  get mine(): Asked | null {
    return (this.room.question ?? null) as Asked | null;
  }

  /** The open question to any seat, once all entries before it have been shown. */
  get open(): Asked | null {
    return this.room.timeline?.atEnd ? ((this.room.asking?.ask ?? null) as Asked | null) : null;
  }

  /** The default of the open question. */
  get usual(): Command | null {
    return (this.room.asking?.default ?? null) as Command | null;
  }

  /** The answer that the server proposes, from the odds shown beside the answers. */
  get proposed(): Command | null {
    return (this.room.asking?.proposed ?? null) as Command | null;
  }

  /** Fetches the bodies of all commands with a name that are possible now; `null` where the server refuses the list. */
  async offered<Name extends string>(name: Name): Promise<Under<Command, Name>[] | null> {
    const found = (await this.room.answers()) as readonly unknown[] | null;
    return found?.flatMap((one) => (typeof one === 'object' && one !== null && name in one ? [(one as Record<Name, Under<Command, Name>>)[name]] : [])) ?? null;
  }

  /** Sends a command; returns the text of the refusal, if it is refused. */
  async send(command: Command): Promise<string | null> {
    return refusalOf(await this.room.command(command));
  }

  /** Sends an answer that stays sealed; returns the text of the refusal, if it is refused. */
  async seal(command: Command): Promise<string | null> {
    return refusalOf(await this.room.seal(command));
  }

  /** Requests advice on a draft that is not saved. */
  readonly consult = async (command: Command): Promise<Heard<Advice>> => {
    const { advice, refusal } = await this.room.consult(command);
    return { advice: advice as Advice | null, refusal };
  };
}
