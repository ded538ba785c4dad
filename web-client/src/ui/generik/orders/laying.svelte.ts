import { untrack } from 'svelte';
import type { Command } from '../../../protocol/generik';
import type { Query } from '../query.svelte';
import type { Session } from '../session.svelte';

/**
 * Something being put on the table: where it may begin, what the server says of where it is, and putting it down.
 * What is legal the server alone knows: it is asked for the nearest place that is.
 */
export class Laying {
  /** It has a place to be seen at. */
  shown = $state(false);
  busy = $state(false);
  refusal = $state<string | null>(null);

  private readonly session: Session;
  private readonly query: Query;
  private readonly read: () => Command | null;
  private readonly move: (to: Command) => void;
  private number = 0;

  /** `read`: the command as it stands; `move`: takes the place that another one names. */
  constructor(session: Session, read: () => Command | null, move: (to: Command) => void) {
    this.session = session;
    this.query = session.query();
    this.read = read;
    this.move = move;
    $effect(() => {
      const command = this.shown ? read() : null;
      // What was refused elsewhere says nothing of this place.
      untrack(() => (this.refusal = null));
      this.query.ask(command && { draft: 'try', command });
    });
  }

  /** Why it may not lie there. */
  get why(): string | null {
    return this.refusal ?? this.query.heard?.refusal?.words ?? null;
  }

  /** It may lie there. */
  get ok(): boolean {
    return this.shown && !this.query.waiting && this.query.heard !== null && this.query.heard.refusal === null;
  }

  /** Goes to the nearest legal place; stays where it is when there is none. */
  async near(): Promise<void> {
    const command = untrack(this.read);
    if (!command) return;
    const number = (this.number += 1);
    const { advice } = await this.session.consult({ draft: 'near', command });
    if (number !== this.number) return;
    this.refusal = null;
    if (advice?.advice === 'near') this.move(advice.command);
    this.shown = true;
  }

  /** Puts it down; whether that was accepted. */
  async put(): Promise<boolean> {
    const command = this.read();
    if (!command || this.busy || !this.ok) return false;
    this.busy = true;
    this.refusal = await this.session.send(command);
    this.busy = false;
    return this.refusal === null;
  }
}
