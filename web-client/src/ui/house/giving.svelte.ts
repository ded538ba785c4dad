/** An answer on its way to the server: one at a time, and what was refused is said beside it. */
export class Giving {
  busy = $state(false);
  /** Why the last was refused, in words. */
  refusal = $state<string | null>(null);

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
    const taken = this.refusal === null;
    this.busy = taken && this.once;
    return taken;
  }
}
