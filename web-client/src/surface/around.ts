/** The page around a surface, described in the same way for all systems. */
import { NO_INSET, type Inset } from './camera';

export interface Around {
  /** Permanent margins on each side, in pixels. */
  readonly inset: Inset;
  /** Additional room of a panel that is shown for a while, such as one of the comic, in pixels. */
  readonly panel: Inset;
  /** The question to the viewer: another value is another question, `null` is none. */
  readonly question: string | null;
  /** Whether a playback is running. */
  readonly telling: boolean;
}

/** The state around a surface that is alone on its page. */
export const ALONE: Around = { inset: NO_INSET, panel: NO_INSET, question: null, telling: false };
