import { houseOf } from '../../ui/house/presented.svelte';

/** A text of GeneriK by its key, as it presents itself; the key where it has none. */
export const word = (key: string, about?: unknown): string => houseOf('generik')?.say(key, about) ?? key;
