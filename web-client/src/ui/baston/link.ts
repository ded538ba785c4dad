/** What the panels of Baston need from the page that hosts them. `RoomStore` answers to it. */
import type { Mine } from '../../fair/sheets.svelte';
import type { Answer, Refusal } from '../../protocol';

export interface Link {
  /** The server's clock, in milliseconds since 1970. */
  now(): number;
  /** Sends a command of the ruleset; never rejects. */
  command(command: unknown): Promise<Answer>;
  /** Gives a sheet, sealed; blindly where the room wants it so. Never rejects. */
  seal(command: unknown): Promise<Answer>;
  /** Takes a sheet back; `command` is what the rules call that. Never rejects. */
  unseal(command: unknown): Promise<Answer>;
  /** Sheets are sealed blindly: neither drafts nor sheets leave this device before everybody has sealed. */
  readonly blind: boolean;
  /** Where our own sheet stands, when it is sealed blindly. */
  readonly ownSheet: Mine;
  /** This browser forgets what it is told to keep: a reload would lose a sheet that is sealed blindly. */
  readonly sheets: { readonly forgetful: boolean };
  /** Saves a draft: at once here, a moment later on the server. `key` names the question it answers. */
  writeDraft(key: string, draft: unknown): void;
  /** Asks the engine about a draft that is kept nowhere. The answer may never come. */
  consult(draft: unknown): Promise<{ advice: unknown }>;
  /** What was written for that question, or nothing. */
  readDraft(key: string): unknown;
  /** What the engine said of the last draft. */
  readonly advice: { saved: boolean; advice: unknown; refusal: Refusal | null } | null;
}
