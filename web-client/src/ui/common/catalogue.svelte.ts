import { api } from '../../net/api';

/** The catalogue of a system, which is fetched once and cached. */
export class CatalogueStore<T> {
  found = $state.raw<T | null>(null);
  failed = $state(false);
  private busy = false;
  private readonly ruleset: string;

  constructor(ruleset: string) {
    this.ruleset = ruleset;
  }

  async fetch(): Promise<void> {
    if (this.found || this.busy) return;
    this.busy = true;
    this.failed = false;
    try {
      this.found = (await api.catalogue(this.ruleset)) as T;
    } catch {
      this.failed = true;
    } finally {
      this.busy = false;
    }
  }
}
