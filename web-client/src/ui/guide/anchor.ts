/** Anchors: parts of the table that carry a name for the guide (`data-guide`). */

/** What can be seen of an element on the page, in pixels; `null` when it is out of sight. */
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

/** The first of these anchors that is on the page; the last of several of its name, such as the newest line of a log. */
export function anchor(names: readonly string[]): Element | null {
  for (const name of names) {
    const found = [...document.querySelectorAll(`[data-guide~="${name}"]`)].findLast((one) => {
      const { width, height } = one.getBoundingClientRect();
      // A panel can be scrolled to what it holds; what lies elsewhere on a board is not there to be seen.
      return width > 0 && height > 0 && (one instanceof HTMLElement || seen(one) !== null);
    });
    if (found) return found;
  }
  return null;
}

/** Names of all anchors that something stands in. */
export function anchorsOf(target: EventTarget | null): string[] {
  const names: string[] = [];
  for (let at = target instanceof Element ? target.closest('[data-guide]') : null; at; at = at.parentElement?.closest('[data-guide]') ?? null) {
    names.push(...(at.getAttribute('data-guide') ?? '').split(' '));
  }
  return names;
}
