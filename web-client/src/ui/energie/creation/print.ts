/** Prints the sheet of a party: it is put beside the page, which stays away from the paper. */
import { mount, unmount } from 'svelte';
import type { Band, Catalogue } from '../../../protocol/energie';
import PrintSheet from './PrintSheet.svelte';

/** `pes`: the PE of each hero, as the server counts them. */
export function printBand(band: Band, catalogue: Catalogue, pes: readonly number[]): void {
  const sheet = mount(PrintSheet, { target: document.body, props: { band, catalogue, pes } });
  document.documentElement.dataset.print = 'sheet';
  const done = () => {
    delete document.documentElement.dataset.print;
    void unmount(sheet);
  };
  window.addEventListener('afterprint', done, { once: true });
  window.print();
}
