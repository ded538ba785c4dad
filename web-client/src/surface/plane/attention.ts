/** The places and the zoom of the question or draft that an overlay shows. */
import type { XY } from '../camera';
import { knobOf } from './hand';
import { tokenOfFig, type PieceKind, type Scene } from './scene';
import type { Sheet } from './sheet';
import type { Fig, Overlay } from './tools';

/**
 * Returns the places that must be in sight, the most important first: what is being placed, with the knob that turns it; otherwise the
 * acting figure, the figure aimed at (all targets while there is none), the way, and the place of an interruption.
 */
export function attention({ mm }: Sheet, overlay: Overlay, scene: Scene, kinds: readonly PieceKind[]): XY[] {
  const { placing } = overlay;
  if (placing) return [placing.at, knobOf(placing, kinds) ?? placing.at].map(mm);
  const place = (fig: Fig | null | undefined): XY[] => {
    const token = tokenOfFig(scene, fig);
    return token ? [token.place] : [];
  };
  const aimed = overlay.aimed === undefined ? (overlay.targets ?? []) : [overlay.aimed];
  const ways = [...(overlay.path?.points ?? []), ...(overlay.spots ?? []), ...(overlay.interrupt ? [overlay.interrupt.at] : [])];
  return [...[overlay.selected, overlay.path?.fig].flatMap(place), ...aimed.flatMap(place), ...ways.map(mm)];
}

/** Returns the least zoom where there is little room, in pixels per mm: figures in contact must be distinguishable, a way needs room. */
export function closeness(overlay: Overlay): number | undefined {
  if (overlay.reach || overlay.placing) return 0.65;
  return overlay.aimed !== undefined || overlay.spots || overlay.arcs || overlay.interrupt ? 1 : undefined;
}
