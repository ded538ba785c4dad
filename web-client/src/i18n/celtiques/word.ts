import { houseOf } from '../../ui/house/presented.svelte';

/** A text of Celtiques by its key, as it presents itself, about something; its key where it has none. */
export const word = (key: string, about?: unknown, view?: unknown): string => {
  const house = houseOf('celtiques');
  return house ? house.say(key, about, undefined, undefined, undefined, view) : key;
};

/** Whether it has a text. */
export const hasWord = (key: string): boolean => houseOf('celtiques')?.has(key) ?? false;
