/** What the page on the screen is about, for what lies outside of it, such as the header. */
let system = $state<string | null>(null);

/** Id of the system of rules that the page is about; `null` when it is about none, or about several. */
export const systemHere = (): string | null => system;

/** Says which system of rules the page is about, as long as it is on the screen. Called while a page is made. */
export function aboutSystem(which: () => string | null | undefined): void {
  $effect(() => {
    system = which() ?? null;
    return () => (system = null);
  });
}
