/** Brings an element into sight when it appears: for what answers to a button, so that it is read where the reader looks. */
export const inSight = (element: Element): void => element.scrollIntoView({ block: 'nearest' });

/** How far below the screen something may be that is on its way, in pixels. */
const NEAR = 80;

/** Does something once, when an element is on the screen or nearly. To be attached to it, with what it gives back. */
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
