/** The speeds of a resolution. Separate from the timeline, because every page reads the preferences and few show a game. */

/** Speeds that a player may choose; `mine` shows only what concerns the player and skips the rest. */
export const SPEEDS = [0.5, 1, 2, 4, 'mine'] as const;
export type Speed = (typeof SPEEDS)[number];
