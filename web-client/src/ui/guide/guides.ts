import type { Guide } from './steps';

/** A system may have a folder in `ui` whose `guide.ts` exports its {@link Guide}: the first turn, step by step; loaded when needed. */
const guides = import.meta.glob<{ default: Guide }>('../*/guide.ts');

/** Whether a system has a guided first turn. */
export const hasGuide = (id: string): boolean => `../${id}/guide.ts` in guides;

/** The guided first turn of a system. */
export async function loadGuide(id: string): Promise<Guide> {
  const found = await guides[`../${id}/guide.ts`]?.();
  return found?.default ?? { steps: [] };
}
