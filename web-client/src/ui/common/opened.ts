/** What is opened in a panel comes into sight: nobody has to look for it below the fold. */

/** Where a part of a panel lies within what is seen of it, in pixels from its top. */
export interface Part {
  readonly top: number;
  readonly height: number;
}

/** How far a panel scrolls so that a part of it is in sight: as little as it can; what is taller than the panel is shown from its top. */
export function scrollFor({ top, height }: Part, seen: number, margin = 8): number {
  if (top < 0 || height + 2 * margin > seen) return top - margin;
  return Math.max(0, top + height + margin - seen);
}

/** Follows a hand that opens a `<details>` within a panel that scrolls. */
export function showsOpened(panel: HTMLElement): { destroy: () => void } {
  function onclick(event: MouseEvent): void {
    const summary = (event.target as Element).closest('summary');
    const opened = summary?.parentElement;
    if (!(opened instanceof HTMLDetailsElement)) return;
    // The click is answered first: only then it is open, or shut.
    requestAnimationFrame(() => {
      if (!opened.open) return;
      const scroller = scrollerOf(opened, panel);
      const [box, seen] = [opened.getBoundingClientRect(), scroller.getBoundingClientRect()];
      scroller.scrollTop += scrollFor({ top: box.top - seen.top, height: box.height }, scroller.clientHeight);
    });
  }
  panel.addEventListener('click', onclick);
  return { destroy: () => panel.removeEventListener('click', onclick) };
}

/** The nearest around it that scrolls, within the panel. */
function scrollerOf(of: Element, panel: HTMLElement): Element {
  for (let at = of.parentElement; at && at !== panel; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return panel;
}
