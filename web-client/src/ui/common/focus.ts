/**
 * Restores the focus when the focused element is removed or disabled, such as a button of a question that is answered: to the nearest
 * labelled element around it that still exists, rather than to the top of the page.
 */
export function keepFocus(root: HTMLElement): { destroy: () => void } {
  /** The element that had the focus last, and the labelled elements around it, from the inside out. */
  let last: HTMLElement | null = null;
  let around: HTMLElement[] = [];
  let frame = 0;

  function remember(event: FocusEvent): void {
    if (!(event.target instanceof HTMLElement)) return;
    last = event.target;
    around = [];
    for (let at = last.parentElement; at && root.contains(at); at = at.parentElement) {
      if (at.matches('[aria-label], [aria-labelledby], [tabindex]')) around.push(at);
    }
    around.push(root);
  }

  function mend(): void {
    frame = 0;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost || !last || (last.isConnected && !last.matches(':disabled'))) return;
    const place = around.find((one) => one.isConnected);
    if (!place) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  const later = () => (frame ||= requestAnimationFrame(mend));
  const seen = new MutationObserver(later);
  seen.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', remember);
  return {
    destroy() {
      seen.disconnect();
      cancelAnimationFrame(frame);
      root.removeEventListener('focusin', remember);
    },
  };
}
