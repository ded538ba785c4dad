import { houseOf } from '../../ui/house/presented.svelte';
import { lang } from '../index.svelte';
import { articles } from './articles';

/**
 * A text of GeneriK by its key, as it presents itself; the key where it has none. `name` names what stands as a number in what it is about,
 * `view` is the one in which it came about.
 */
export const word = (key: string, about?: unknown, name?: (kind: string, value: unknown) => string, view?: unknown): string =>
  articles(houseOf('generik')?.say(key, about, undefined, undefined, name, view) ?? key, lang());

/** Whether it has a text. */
export const hasWord = (key: string): boolean => houseOf('generik')?.has(key) ?? false;
