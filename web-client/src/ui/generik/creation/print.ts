/** Prints the sheet of a band: it is put beside the page, which stays away from the paper. */
import { mount, unmount } from 'svelte';
import type { Band } from '../../../protocol/generik';
import type { Catalogue } from '../catalogue';
import PrintSheet from './PrintSheet.svelte';

/** `costs`: what each figure costs, by its number. */
export function printBand(band: Band, catalogue: Catalogue, costs: ReadonlyMap<number, number>): void {
  const sheet = mount(PrintSheet, { target: document.body, props: { band, catalogue, costs } });
  document.documentElement.dataset.print = 'sheet';
  const done = () => {
    delete document.documentElement.dataset.print;
    void unmount(sheet);
  };
  window.addEventListener('afterprint', done, { once: true });
  window.print();
}
