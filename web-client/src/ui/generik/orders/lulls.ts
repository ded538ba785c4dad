/** Reactions that are let pass for longer than one question: until when, and how the standing answers say so. */
import type { Standing, View } from '../../../protocol/generik';

export const LULLS = ['phase', 'turn', 'threat', 'recalled'] as const;
export type LullKey = (typeof LULLS)[number];

/** What is let pass now, if anything: what was said about a phase or a turn that is over says nothing any more. */
export function lullOf(standing: Standing, { scene }: View): LullKey | null {
  const { calm, lull } = standing;
  if (lull === 'recalled') return 'recalled';
  if (typeof lull === 'object' && lull.turn === scene.turn) return 'turn';
  if (calm === scene.phase.number) return 'phase';
  return lull === 'threat' ? 'threat' : null;
}

/** The answers with another lull, or without any; what else was said stays. */
export function withLull(standing: Standing, key: LullKey | null, { scene }: View): Standing {
  const { calm: _calm, lull: _lull, ...rest } = standing;
  // For the phase alone what lasts longer goes on after it.
  if (key === 'phase') return { ...standing, calm: scene.phase.number };
  if (key === null) return rest;
  return { ...rest, lull: key === 'turn' ? { turn: scene.turn } : key };
}
