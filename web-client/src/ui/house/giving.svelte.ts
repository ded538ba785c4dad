/** The state of answers that are sent to the server, one at a time, with the refusal of the last. */
export class Giving {
  busy = $state(false);
  /** The reason for which the last answer was refused, in words. */
  refusal = $state<string | null>(null);
  /** Whether the last answer was accepted. */
  taken = $state(false);

  private readonly once: boolean;

  /** With `once` the state stays busy after an accepted answer, because its question is over. */
  constructor(once = false) {
    this.once = once;
  }

  /** Sends an answer with `send`, which resolves to the text of a refusal or `null`; returns whether it was accepted. */
  async give(send: () => Promise<string | null>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = await send();
    this.taken = this.refusal === null;
    this.busy = this.taken && this.once;
    return this.taken;
  }
}
