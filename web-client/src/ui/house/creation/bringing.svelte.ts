/** The state of bringing a band to a game, or withdrawing it. */
export class Bringing {
  busy = $state(false);
  /** The reason for which the band was refused, in words. */
  refusal = $state<string | null>(null);
  private readonly bring: (band: unknown) => Promise<{ refusal: string | null }>;

  constructor(bring: (band: unknown) => Promise<{ refusal: string | null }>) {
    this.bring = bring;
  }

  /** Sends a band; `null` withdraws the one that was brought. */
  async send(band: unknown): Promise<void> {
    this.busy = true;
    this.refusal = (await this.bring(band)).refusal;
    this.busy = false;
  }
}
