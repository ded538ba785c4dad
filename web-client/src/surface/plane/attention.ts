/** Where eyes must be while something is asked or prepared. */
import type { XY } from '../camera';
import { knobOf } from './hand';
import { tokenOfFig, type PieceKind, type Scene } from './scene';
import type { Sheet } from './sheet';
import type { Fig, Overlay } from './tools';

/**
 * Places that must be in sight, the one it begins at first: what is being placed, with the knob that turns it; or who acts, with whoever is aimed at
 * (everybody who may be while nobody is), where it goes and where it is interrupted.
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

/** How near to come where there is little room, in pixels for each mm: figures in contact must be told apart, a way needs room. */
export function closeness(overlay: Overlay): number | undefined {
  if (overlay.reach || overlay.placing) return 0.65;
  return overlay.aimed !== undefined || overlay.spots || overlay.arcs || overlay.interrupt ? 1 : undefined;
}
