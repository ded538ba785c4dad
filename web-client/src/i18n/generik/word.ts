import { houseOf } from '../../ui/house/presented.svelte';
import { lang } from '../index.svelte';
import { articles } from './articles';

/**
 * Returns the text of a key from the presentation of GeneriK; the key where there is none. `name` gives the names of the things that
 * `about` holds as numbers, `view` is the view that the text refers to.
 */
export const word = (key: string, about?: unknown, name?: (kind: string, value: unknown) => string, view?: unknown): string =>
  articles(houseOf('generik')?.say(key, about, undefined, undefined, name, view) ?? key, lang());

/** Returns whether GeneriK has a text for a key. */
export const hasWord = (key: string): boolean => houseOf('generik')?.has(key) ?? false;
