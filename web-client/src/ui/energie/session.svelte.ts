import type { Act, Advice, Ask, Command, Fact, Forecast, Kind, View, Who } from '../../protocol/energie';
import type { Notice as Told } from '../../store/fold';
import { TableSession, type AskingOf, type Heard as HeardOf, type PanelOf } from '../house/table.svelte';
import { catalogue } from './catalogue.svelte';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;
/** What the server said of a draft. */
export type Heard = HeardOf<Advice>;

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

/** A layer on which panels are chosen. */
export const choosing = (zones: readonly number[], zone: number | null, take: (zone: number) => void): Layer => ({
  zones,
  zone,
  pick: (touched) => {
    if (touched.zone === undefined || !zones.includes(touched.zone)) return false;
    take(touched.zone);
    return true;
  },
});

/** A chance as whole percent. */
export const percent = ({ hits, of }: { hits: number; of: number }): number => Math.floor((hits * 100) / Math.max(1, of));

/** What the panels of one table share. */
export class Session extends TableSession<View, Fact, Ask, Command, Advice, Layer> {
  constructor(room: Session['room']) {
    super(room);
    void catalogue.fetch();
  }

  /** Ours is the game master’s seat. */
  get master(): boolean {
    const { view, seat } = this;
    return view !== undefined && view.setup.mj && seat === view.setup.bands.length - 1;
  }

  /** Everything that may be done now; `null` when it cannot be told. */
  async acts(): Promise<Act[] | null> {
    return (await this.offered('act'))?.map(({ act }) => act) ?? null;
  }
}

/** What a panel is given, and one that is about a question. */
export type Panel = PanelOf<Session, View>;
export type Asking<Name extends string> = AskingOf<Session, View, Ask, Name>;
