/** The page around a surface, described in the same way for every system. */
import { NO_INSET, type Inset } from './camera';

export interface Around {
  /** Permanent margins on each side, in pixels. */
  readonly inset: Inset;
  /** Additional room of a panel that comes and goes, such as one of the comic. */
  readonly panel: Inset;
  /** The question to the viewer: another value is another question, `null` is none. */
  readonly question: string | null;
  /** A playback is running. */
  readonly telling: boolean;
}

/** A surface that stands alone on its page. */
export const ALONE: Around = { inset: NO_INSET, panel: NO_INSET, question: null, telling: false };
