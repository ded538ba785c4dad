import { mount, unmount, type Component } from 'svelte';

/** Prints a sheet: it is mounted beside the page, and the page itself is not printed. */
export function printed<P extends Record<string, unknown>>(sheet: Component<P>, props: P): void {
  const shown = mount(sheet, { target: document.body, props });
  document.documentElement.dataset.print = 'sheet';
  const done = () => {
    delete document.documentElement.dataset.print;
    void unmount(shown);
  };
  window.addEventListener('afterprint', done, { once: true });
  window.print();
}
