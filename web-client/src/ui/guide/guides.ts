import type { Guide } from './steps';

/** The `guide.ts` of each system that has one, by path; its default export is a {@link Guide} to the first turn. Loaded when needed. */
const guides = import.meta.glob<{ default: Guide }>('../*/guide.ts');

/** Whether a system has a guided first turn. */
export const hasGuide = (id: string): boolean => `../${id}/guide.ts` in guides;

/** Loads the guided first turn of a system; one without steps where it has none. */
export async function loadGuide(id: string): Promise<Guide> {
  const found = await guides[`../${id}/guide.ts`]?.();
  return found?.default ?? { steps: [] };
}
