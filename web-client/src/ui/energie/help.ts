import { readingOf } from '../common/help.svelte';

/** A line that says what an act does; empty where the book says nothing of it, or has not come yet. */
export const hint = (kind: string): string => readingOf('energie')?.hint(kind) ?? '';
