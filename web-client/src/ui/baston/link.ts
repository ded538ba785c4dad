/** What the panels of Baston need from the page that hosts them. `RoomStore` answers to it. */
import type { Answer, Refusal } from '../../protocol';

export interface Link {
  /** The server's clock, in milliseconds since 1970. */
  now(): number;
  /** Sends a command of the ruleset; never rejects. */
  command(command: unknown): Promise<Answer>;
  /** Saves a draft: at once here, a moment later on the server. `key` names the question it answers. */
  writeDraft(key: string, draft: unknown): void;
  /** What was written for that question, or nothing. */
  readDraft(key: string): unknown;
  /** What the engine said of the last draft. */
  readonly advice: { saved: boolean; advice: unknown; refusal: Refusal | null } | null;
}
