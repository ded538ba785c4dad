import type { Act, Advice, Ask, Command, Fact, Forecast, Kind, View, Who } from '../../protocol/energie';
import type { Notice as Told } from '../../store/fold';
import { TableSession, type AskingOf, type Heard as HeardOf, type PanelOf } from '../house/table.svelte';
import { catalogue } from './catalogue.svelte';

/** The notice of an event, with the facts of énergie. */
export type Notice = Told<Fact>;
/** The answer of the server about a draft. */
export type Heard = HeardOf<Advice>;

/** A touch on the page: what lies under it. */
export interface Pick {
  readonly who?: Who;
  readonly zone?: number;
  readonly link?: number;
  readonly thing?: { readonly is: 'item' | 'console' | 'vehicle' | 'weapons'; readonly n: number };
}

/** What a panel lays over the page, and how it handles touches. */
export interface Layer {
  /** Panels that can be chosen, and the chosen one. */
  readonly zones?: readonly number[];
  readonly zone?: number | null;
  /** Characters that can be chosen, and the chosen one. */
  readonly people?: readonly Who[];
  readonly aimed?: Who | null;
  /** The character that acts, or that the panel is about. */
  readonly selected?: Who | null;
  /** The links of a path, from the panel of its character. */
  readonly path?: { readonly who: Who; readonly links: readonly number[] } | null;
  readonly links?: readonly number[];
  readonly things?: readonly string[];
  /** Characters that would stand in a panel but are not there yet. */
  readonly ghosts?: readonly { readonly who: Who; readonly zone: number; readonly kind: Kind; readonly look: number; readonly seat: number | null }[];
  /** Handles a touch; returns whether it was used. */
  readonly pick?: (pick: Pick) => boolean;
  readonly leave?: () => void;
}

/** Returns the forecasts of an attack: that of its aim with `null`, then that of each character that its area strikes. */
export function forecastsOf(advice: Advice | null | undefined): readonly (readonly [Who | null, Forecast])[] {
  return advice ? [...(advice.forecast ? [[null, advice.forecast] as const] : []), ...advice.area] : [];
}

/** Returns a layer on which panels are chosen. */
export const choosing = (zones: readonly number[], zone: number | null, take: (zone: number) => void): Layer => ({
  zones,
  zone,
  pick: (touched) => {
    if (touched.zone === undefined || !zones.includes(touched.zone)) return false;
    take(touched.zone);
    return true;
  },
});

/** Returns a chance as whole percent, rounded down. */
export const percent = ({ hits, of }: { hits: number; of: number }): number => Math.floor((hits * 100) / Math.max(1, of));

/** The state that the panels of one table share. */
export class Session extends TableSession<View, Fact, Ask, Command, Advice, Layer> {
  constructor(room: Session['room']) {
    super(room);
    void catalogue.fetch();
  }

  /** Whether the player is the game master. */
  get master(): boolean {
    const { view, seat } = this;
    return view !== undefined && view.setup.mj && seat === view.setup.bands.length - 1;
  }

  /** Returns all acts that are possible now; `null` when they cannot be fetched. */
  async acts(): Promise<Act[] | null> {
    return (await this.offered('act'))?.map(({ act }) => act) ?? null;
  }
}

/** The props of a panel, and of one about a question. */
export type Panel = PanelOf<Session, View>;
export type Asking<Name extends string> = AskingOf<Session, View, Ask, Name>;
