/**
 * Where panels and table meet. A panel lays marks over the table and says what a hand means; the table draws and
 * reports. Neither knows the other, and only one panel speaks at a time.
 */
import type { Hand } from './hand';
import type { Overlay, Pick, Placing, Tool } from './tools';

/** Something to be put on the table. */
export interface Place {
  placing: Placing;
  label: string;
  /** Putting it down is the main thing to do. */
  main?: boolean;
  busy?: boolean;
  onchange: (placing: Placing) => void;
  onplace: () => void;
  /** A move or a turn is over. */
  onsettle?: () => void;
  /** Something else was tapped or dragged: returns whether it was taken up. */
  ontake?: (pick: Pick) => boolean;
}

/** What a panel lays over the table. */
export interface Layer {
  overlay: Overlay;
  tool?: Tool;
  hand?: Hand;
  place?: Place;
  /** A tap; returns whether it meant something. */
  pick?: (pick: Pick) => boolean;
  /** Escape was pressed. */
  leave?: () => void;
}

export class Desk {
  /** What lies over the table now. */
  layer = $state.raw<Layer | null>(null);

  /** Lays a layer until the returned function is called. */
  lay(layer: Layer): () => void {
    this.layer = layer;
    return () => {
      if (this.layer === layer) this.layer = null;
    };
  }
}
