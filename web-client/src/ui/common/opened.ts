/** Scrolling to a `<details>` that is opened in a panel, so that its content is visible. */

/** The position of a part of a panel, in pixels from the top of its visible area. */
export interface Part {
  readonly top: number;
  readonly height: number;
}

/** Returns the minimum of pixels to scroll until a part is visible; a part that is taller than the panel is shown from its top. */
export function scrollFor({ top, height }: Part, seen: number, margin = 8): number {
  if (top < 0 || height + 2 * margin > seen) return top - margin;
  return Math.max(0, top + height + margin - seen);
}

/** Scrolls to each `<details>` that is opened by a click in a panel. */
export function showsOpened(panel: HTMLElement): { destroy: () => void } {
  function onclick(event: MouseEvent): void {
    const summary = (event.target as Element).closest('summary');
    const opened = summary?.parentElement;
    if (!(opened instanceof HTMLDetailsElement)) return;
    // `open` changes only after the event handlers of the click.
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

/** Returns the nearest scrollable element around an element, at most the panel. */
function scrollerOf(of: Element, panel: HTMLElement): Element {
  for (let at = of.parentElement; at && at !== panel; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return panel;
}
