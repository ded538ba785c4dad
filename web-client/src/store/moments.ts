/** The address of a moment of a game: its entry, and its place among the steps of that entry. */
import type { Timeline } from './timeline.svelte';

type Steps = Pick<Timeline<unknown, unknown>, 'steps'>;

/** Returns the address of a step, such as `12.3`; empty where there is no such step. */
export function momentOf({ steps }: Steps, step: number): string {
  const found = steps[step];
  if (!found) return '';
  const first = steps.findIndex(({ entry }) => entry === found.entry);
  return `${found.entry}.${step - first}`;
}

/** Returns the step at an address; the last one before it where there is none; `null` where the text is no address. */
export function stepAt({ steps }: Steps, moment: string): number | null {
  const read = /^(\d{1,9})\.(\d{1,6})$/.exec(moment);
  if (!read) return null;
  const [entry, place] = [Number(read[1]), Number(read[2])];
  const first = steps.findIndex((step) => step.entry === entry);
  const last = steps.findLastIndex((step) => step.entry <= entry);
  return first < 0 ? last : Math.min(last, first + place);
}
