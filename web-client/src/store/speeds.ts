/** How fast a resolution is shown. Apart from the timeline: every page reads the preferences, few show a game. */

/** Speeds a player may choose; `mine` shows only what concerns the player, all else passes at once. */
export const SPEEDS = [0.5, 1, 2, 4, 'mine'] as const;
export type Speed = (typeof SPEEDS)[number];
