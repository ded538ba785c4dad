/**
 * The connection of panels and table. A panel provides marks over the table and the meaning of gestures; the table draws
 * the marks and reports picks. Neither refers to the other, and the layer of one panel is shown at a time.
 */
import type { Hand } from './hand';
import type { Overlay, Pick, Placing, Tool } from './tools';

/** An item to be put on the table. */
export interface Place {
  placing: Placing;
  label: string;
  /** Whether its button is the main one of the page. */
  main?: boolean;
  busy?: boolean;
  onchange: (placing: Placing) => void;
  onplace: () => void;
  /** Called when a move or a turn has ended. */
  onsettle?: () => void;
  /** Called when another item is tapped or dragged; returns whether it was taken up. */
  ontake?: (pick: Pick) => boolean;
}

/** The marks and handlers of a panel on the table. */
export interface Layer {
  overlay: Overlay;
  tool?: Tool;
  hand?: Hand;
  place?: Place;
  /** Called for a tap; returns whether the tap had a meaning. */
  pick?: (pick: Pick) => boolean;
  /** Called when Escape is pressed. */
  leave?: () => void;
}

export class Desk {
  /** The layer that is shown. */
  layer = $state.raw<Layer | null>(null);

  /** Shows a layer until the returned function is called. */
  lay(layer: Layer): () => void {
    this.layer = layer;
    return () => {
      if (this.layer === layer) this.layer = null;
    };
  }
}
