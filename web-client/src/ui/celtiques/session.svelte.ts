import type { Advice, Ask, Command, Fact, View, Who } from '../../protocol/celtiques';
import type { Notice as Told } from '../../store/fold';
import { TableSession, type PanelOf } from '../house/table.svelte';
import type { Marks } from './board/marks';

/** What an event tells, its facts by name. */
export type Notice = Told<Fact>;

/** What the panels of one table share: where they meet the board, who is spoken of, and the way to the server. */
export class Session extends TableSession<View, Fact, Ask, Command, Advice, Marks> {
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
}

/** What a panel is given, and one that answers a question. */
export type Panel = PanelOf<Session, View>;
export interface Asking extends Panel {
  readonly id: number;
}
