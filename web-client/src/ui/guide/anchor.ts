/** Anchors: parts of the table that carry a name for the guide (`data-guide`). */

/** Returns the visible part of an element, in pixels of the viewport; `null` when less than about 4 pixels are visible. */
export function seen(element: Element): DOMRect | null {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  let [l, t, r, b] = [Math.max(0, left), Math.max(0, top), Math.min(innerWidth, right), Math.min(innerHeight, bottom)];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    if (at instanceof SVGElement || getComputedStyle(at).overflow === 'visible') continue;
    const around = at.getBoundingClientRect();
    [l, t, r, b] = [Math.max(l, around.left), Math.max(t, around.top), Math.min(r, around.right), Math.min(b, around.bottom)];
  }
  return r - l > 4 && b - t > 4 ? new DOMRect(l, t, r - l, b - t) : null;
}

/** Returns the first of these anchors that is on the page; of several with its name the last, such as the newest line of a log. */
export function anchor(names: readonly string[]): Element | null {
  for (const name of names) {
    const found = [...document.querySelectorAll(`[data-guide~="${name}"]`)].findLast((one) => {
      const { width, height } = one.getBoundingClientRect();
      // HTML content can be scrolled into view; a part of a board (SVG) outside of the view cannot.
      return width > 0 && height > 0 && (one instanceof HTMLElement || seen(one) !== null);
    });
    if (found) return found;
  }
  return null;
}

/** Returns the names of all anchors that contain an element. */
export function anchorsOf(target: EventTarget | null): string[] {
  const names: string[] = [];
  for (let at = target instanceof Element ? target.closest('[data-guide]') : null; at; at = at.parentElement?.closest('[data-guide]') ?? null) {
    names.push(...(at.getAttribute('data-guide') ?? '').split(' '));
  }
  return names;
}
