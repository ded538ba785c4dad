import type { Act, Advice, Ask, Command, Forecast, Kind, View, Who } from '../../protocol/energie';
import type { Refusal } from '../../protocol';
import type { RoomStore } from '../../store/room.svelte';
import { refusalOf } from '../words';
import { catalogue } from './catalogue.svelte';
import type { Notice } from './telling';

type Room = RoomStore<View, Notice>;

/** What was touched on the page. */
export interface Pick {
  readonly who?: Who;
  readonly zone?: number;
  readonly link?: number;
  readonly thing?: { readonly is: 'item' | 'console' | 'vehicle' | 'weapons'; readonly n: number };
}

/** What a panel lays over the page, and what a touch means while it speaks. */
export interface Layer {
  /** Panels that can be chosen, and the one that is. */
  readonly zones?: readonly number[];
  readonly zone?: number | null;
  /** Whom one may choose, and who is chosen. */
  readonly people?: readonly Who[];
  readonly aimed?: Who | null;
  /** Who acts, or is spoken of. */
  readonly selected?: Who | null;
  /** Links of a path, from where its owner stands. */
  readonly path?: { readonly who: Who; readonly links: readonly number[] } | null;
  readonly links?: readonly number[];
  readonly things?: readonly string[];
  /** Where somebody would stand who is not there yet. */
  readonly ghosts?: readonly { readonly who: Who; readonly zone: number; readonly kind: Kind; readonly look: number; readonly seat: number | null }[];
  /** A touch; returns whether it meant something. */
  readonly pick?: (pick: Pick) => boolean;
  readonly leave?: () => void;
}

/** What an attack comes to for each that it strikes; nobody where it is aimed at a vehicle. */
export function forecastsOf(advice: Advice | null | undefined): readonly (readonly [Who | null, Forecast])[] {
  return advice ? [...(advice.forecast ? [[null, advice.forecast] as const] : []), ...advice.area] : [];
}

/** What the server said of a draft. */
export interface Heard {
  readonly advice: Advice | null;
  readonly refusal: Refusal | null;
}

/** What the panels of one table share. */
export class Session {
  readonly room: Room;
  /** What the panel that speaks lays over the page. */
  layer = $state.raw<Layer | null>(null);
  /** Who is spoken of, and whose card is open. */
  picked = $state<Who | null>(null);
  looking = $state<Who | null>(null);

  constructor(room: Room) {
    this.room = room;
    void catalogue.fetch();
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

  /** Ours is the game master’s seat. */
  get master(): boolean {
    const { view, seat } = this;
    return view !== undefined && view.setup.mj && seat === view.setup.bands.length - 1;
  }

  /** The question to us, once everything that led to it has been shown. */
  get mine(): Ask | null {
    return (this.room.question ?? null) as Ask | null;
  }

  /** Everything that may be done now, as the server lists it; `null` when it cannot be told. */
  async acts(): Promise<Act[] | null> {
    const found = (await this.room.answers()) as Command[] | null;
    return found?.flatMap((command) => ('act' in command ? [command.act.act] : [])) ?? null;
  }

  /** Sends a command; the words of the refusal, if it is refused. */
  async send(command: Command): Promise<string | null> {
    return refusalOf(await this.room.command(command));
  }

  /** Gives an answer that stays sealed; the words of the refusal, if it is refused. */
  async seal(command: Command): Promise<string | null> {
    return refusalOf(await this.room.seal(command));
  }

  /** Asks about a draft, once. */
  async consult(command: Command): Promise<Heard> {
    const { advice, refusal } = await this.room.consult(command);
    return { advice: advice as Advice | null, refusal };
  }
}
