/** Climbs and jumps as they are offered: those that do the same to the same piece are one choice with several landings. */
import type { Climb } from '../../../protocol/generik';
import { far } from '../../../surface/plane/geometry';
import type { Pt } from '../table/types';

/** Ways over, onto or off one piece that cost the same. */
export interface Crossing {
  readonly kind: Climb['kind'];
  readonly piece: number;
  readonly z: number;
  readonly da: number;
  /** Where it may end, the shortest way first. */
  readonly landings: readonly Pt[];
}

/** What may be climbed, left or jumped from a place, the nearest first. */
export function crossingsOf(climbs: readonly Climb[], from: Pt): Crossing[] {
  const found = new Map<string, { of: Climb; landings: Pt[] }>();
  for (const climb of climbs) {
    const key = `${climb.kind} ${climb.piece} ${climb.z} ${climb.cost}`;
    const known = found.get(key);
    if (known) known.landings.push(climb.to);
    else found.set(key, { of: climb, landings: [climb.to] });
  }
  return [...found.values()]
    .map(({ of: { kind, piece, z, cost: da }, landings }) => ({ kind, piece, z, da, landings: landings.sort((a, b) => far(from, a) - far(from, b)) }))
    .sort((a, b) => far(from, a.landings[0] as Pt) - far(from, b.landings[0] as Pt));
}
