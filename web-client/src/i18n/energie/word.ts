import { houseOf } from '../../ui/house/presented.svelte';

/** A text of énergie by its key, as it presents itself; the key where it has none. What stands as a number is named from the view. */
export const word = (key: string, about?: unknown, view?: unknown): string => houseOf('energie')?.say(key, about, undefined, undefined, undefined, view) ?? key;

/** Whether it has a text. */
export const hasWord = (key: string): boolean => houseOf('energie')?.has(key) ?? false;
