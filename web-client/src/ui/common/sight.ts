/** Brings an element into sight when it appears: for what answers to a button, so that it is read where the reader looks. */
export const inSight = (element: Element): void => element.scrollIntoView({ block: 'nearest' });
