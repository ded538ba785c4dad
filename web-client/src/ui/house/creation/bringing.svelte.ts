/** Bringing a band to a game, or taking it back. */
export class Bringing {
  busy = $state(false);
  /** Why it was not taken, in words. */
  refusal = $state<string | null>(null);
  private readonly bring: (band: unknown) => Promise<{ refusal: string | null }>;

  constructor(bring: (band: unknown) => Promise<{ refusal: string | null }>) {
    this.bring = bring;
  }

  /** Sends a band; `null` takes back what was brought. */
  async send(band: unknown): Promise<void> {
    this.busy = true;
    this.refusal = (await this.bring(band)).refusal;
    this.busy = false;
  }
}
