import type { Advice, Ask, Command, Fact, View, Who } from '../../protocol/celtiques';
import type { Notice as Told } from '../../store/fold';
import { TableSession, type PanelOf } from '../house/table.svelte';
import type { Marks } from './board/marks';

/** The notice of an event, with the facts of Celtiques. */
export type Notice = Told<Fact>;

/** The state that the panels of one table share: marks on the board, the picked fighter, and the calls to the server. */
export class Session extends TableSession<View, Fact, Ask, Command, Advice, Marks> {
  /** Whether the player is the game master. */
  get master(): boolean {
    const { view, seat } = this;
    return view !== undefined && seat !== null && view.setup.mj === true && seat === view.setup.bands.length;
  }

  /** The fighters for which the player decides. */
  get own(): readonly Who[] {
    const { view, seat, master } = this;
    if (!view || seat === null) return [];
    const plays = view.scene.rulings.plays ?? [];
    return view.known.filter((one) => (master ? one.seat === null && plays.includes(one.who) : one.seat === seat)).map((one) => one.who);
  }
}

/** The props of a panel, and of one that answers a question. */
export type Panel = PanelOf<Session, View>;
export interface Asking extends Panel {
  readonly id: number;
}
