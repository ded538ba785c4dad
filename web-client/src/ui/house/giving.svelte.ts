/** An answer on its way to the server: one at a time, and what was refused is said beside it. */
export class Giving {
  busy = $state(false);
  /** Why the last was refused, in words. */
  refusal = $state<string | null>(null);
  /** The last was taken. */
  taken = $state(false);

  private readonly once: boolean;

  /** With `once` there is nothing more to give when it was taken: its question is over. */
  constructor(once = false) {
    this.once = once;
  }

  /** `send` sends it and tells the words of a refusal; whether it was taken. */
  async give(send: () => Promise<string | null>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = await send();
    this.taken = this.refusal === null;
    this.busy = this.taken && this.once;
    return this.taken;
  }
}
