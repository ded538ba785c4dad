import type { Catalogue } from './catalogue';

/** The catalogue of GeneriK, fetched once. */
class CatalogueStore {
  found = $state.raw<Catalogue | null>(null);
  failed = $state(false);
  private busy = false;

  async fetch(): Promise<void> {
    if (this.found || this.busy) return;
    this.busy = true;
    this.failed = false;
    try {
      const answer = await fetch('/api/rulesets/generik', { credentials: 'same-origin' });
      if (!answer.ok) throw new Error(String(answer.status));
      this.found = (await answer.json()) as Catalogue;
    } catch {
      this.failed = true;
    } finally {
      this.busy = false;
    }
  }
}

export const catalogue = new CatalogueStore();
