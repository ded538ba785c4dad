/** Scrolls an element into view when it is rendered: for messages after a press of a button. */
export const inSight = (element: Element): void => element.scrollIntoView({ block: 'nearest' });

/** Distance from the screen at which an element counts as near, in pixels. */
const NEAR = 80;

/** Runs a function once, when an element is on the screen or near it. Attached to the element; returns the function that cancels it. */
export function whenNear(element: Element, work: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      work();
    },
    { rootMargin: `${NEAR}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
