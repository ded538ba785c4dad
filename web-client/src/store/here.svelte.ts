/** The system that the current page is about, for components outside of it, such as the header. */
let system = $state<string | null>(null);

/** Returns the id of the system that the page is about; `null` where it is about none, or about several. */
export const systemHere = (): string | null => system;

/** Sets the system that the page is about until the page is destroyed. Called while a component is initialised. */
export function aboutSystem(which: () => string | null | undefined): void {
  $effect(() => {
    system = which() ?? null;
    return () => (system = null);
  });
}
